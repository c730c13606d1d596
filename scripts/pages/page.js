// Runs on every page of the documentation, which can be read without it: a search field, buttons that copy, and requests that the
// API reference sends to the service that shows it.

const MOST_FOUND = 12;
/** Credentials of development begin so. The reference tries nothing with others. */
const OF_DEVELOPMENT = /^svc_(?:audit_|op_)?dev_/;

function element(name, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

// Search

let index;
const found = element('ul', { id: 'found', hidden: true });
const field = element('input', { type: 'search', placeholder: 'Search', autocomplete: 'off' });
field.setAttribute('aria-label', 'Search the documentation');
field.setAttribute('aria-controls', 'found');
const search = element('div', { className: 'search' }, field, found);
search.setAttribute('role', 'search');
document.querySelector('header').append(search);

/** How well a section answers; 0 where one of the words is nowhere in it. */
function scoreOf(section, words) {
  let score = 0;
  for (const word of words) {
    const inTitle = section.title.toLowerCase().includes(word);
    const inPage = section.page.toLowerCase().includes(word);
    // A path is found by any part of it, another word by its beginning.
    const inText = word.includes('/')
      ? section.words.includes(word)
      : ` ${section.words}`.includes(` ${word}`);
    if (!inTitle && !inPage && !inText) return 0;
    score += (inTitle ? 10 : 0) + (inPage ? 4 : 0) + (inText ? 1 : 0);
  }
  return score;
}

async function show() {
  index ??= fetch('/docs/search.json').then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)));
  const sections = await index.catch(() => {
    index = undefined;
    return [];
  });
  // In the singular, with which the plural begins.
  const words = field.value
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/(?<=..)s$/, ''));
  const best = sections
    .map((section) => ({ section, score: words.length === 0 ? 0 : scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND);
  const items = best.map(({ section: { path, page, title } }) =>
    element('li', {}, element('a', { href: path }, title, page === title ? '' : element('small', {}, page))),
  );
  found.replaceChildren(...(items.length === 0 ? [element('li', {}, 'Nothing was found.')] : items));
  found.hidden = words.length === 0;
}

field.addEventListener('input', () => void show());
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') found.querySelector('a')?.click();
  if (key === 'Escape') found.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(?:INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener('click', ({ target }) => {
  if (!search.contains(target)) found.hidden = true;
});

// Copying

if (navigator.clipboard !== undefined) {
  for (const block of document.querySelectorAll('main pre')) {
    const copy = element('button', { type: 'button', className: 'copy' }, 'Copy');
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      copy.textContent = 'Copied';
      setTimeout(() => (copy.textContent = 'Copy'), 2_000);
    });
    const frame = element('div', { className: 'copied' }, copy);
    block.before(frame);
    frame.append(block);
  }
}

// Trying

/** Kept by this page alone, until it is left. */
const token = element('input', { type: 'password', autocomplete: 'off', placeholder: 'svc_dev_...' });

function labelled(text, input) {
  return element('label', {}, text, input);
}

function fillTry(place) {
  const { method, path, query, body } = place.dataset;
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, element('input')]);
  const asked = element('input', { placeholder: query });
  const sent = element('textarea', { rows: 6, value: body ?? '', spellcheck: false });
  const send = element('button', { type: 'button' }, 'Send');
  const answer = element('pre', { hidden: true, tabIndex: 0 });
  answer.setAttribute('aria-live', 'polite');
  send.addEventListener('click', async () => {
    send.disabled = true;
    answer.hidden = false;
    answer.textContent = await answerOf({
      method,
      path,
      variables: variables.map(([name, { value }]) => [name, value]),
      query: asked.value,
      body: body === undefined ? undefined : sent.value,
    });
    send.disabled = false;
  });
  place.append(
    labelled('Token of development', token),
    ...variables.map(([name, input]) => labelled(name, input)),
    ...(query === undefined ? [] : [labelled('Query', asked)]),
    ...(body === undefined ? [] : [labelled('Body', sent)]),
    send,
    answer,
  );
}

/** @throws where a variable would lead to another path. */
function pathWith(path, variables) {
  return variables.reduce((made, [name, value]) => {
    if (/^\.{0,2}$/.test(value)) throw new Error(`${name} must be filled in.`);
    // The number of a tile is itself a path: x001/234.p/5.
    const encoded = encodeURIComponent(value);
    return made.replace(`{${name}}`, () => (name === 'number' ? encoded.replaceAll('%2F', '/') : encoded));
  }, path);
}

/** The status, the fields that matter to a reader, and the body. */
async function answerOf({ method, path, variables, query, body }) {
  const credential = token.value.trim();
  if (credential !== '' && !OF_DEVELOPMENT.test(credential))
    return 'This page takes tokens of development alone.';
  const headers = {
    ...(credential === '' ? {} : { Authorization: `Bearer ${credential}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  try {
    const options = { method, headers, body, credentials: 'omit', cache: 'no-store' };
    const answer = await fetch(
      pathWith(path, variables) + (query === '' ? '' : `?${query.replace(/^\?/, '')}`),
      options,
    );
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const shown = isJson && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
    return `${answer.status} ${answer.headers.get('service-request-id') ?? ''}\n\n${shown}`;
  } catch (error) {
    return `No answer came: ${error.message}`;
  }
}

for (const place of document.querySelectorAll('details.try')) {
  place.hidden = false;
  place.addEventListener('toggle', () => {
    if (!place.open) return;
    if (place.children.length === 1) fillTry(place);
    // One field serves all: it moves to the request that is tried.
    else place.querySelector('label').append(token);
  });
}
