/** Numbers of sections between which a page gets a table of contents. */
const [FEWEST, MOST] = [3, 16];

/** The whole document of a page. The navigation follows the text, so that a phone shows the text first. */
export function frame({ path, title, html, sections }, navigation) {
  const plain = title.replaceAll(/<[^>]*>/g, '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plain} · Record verification</title>
<link rel="icon" href="/docs/images/icon.svg">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/page.js" defer></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header><a href="/docs">Record verification</a><a class="menu" href="#pages">Pages</a></header>
<main id="text">
${html}
${neighboursOf(path, navigation)}</main>
<nav id="pages" aria-label="Pages">
${navigation.map((group) => groupOf(group, path, sections)).join('\n')}
</nav>
</body>
</html>
`;
}

/** Links to the page before and after, in the order of the navigation. */
function neighboursOf(path, navigation) {
  const pages = navigation.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.path === path);
  if (at === -1) return '';
  const link = (page, word) =>
    page === undefined ? '' : `<a href="${page.path}" rel="${word}"><small>${word}</small>${page.title}</a>`;
  return `<p class="neighbours">${link(pages[at - 1], 'previous')}${link(pages[at + 1], 'next')}</p>\n`;
}

function groupOf({ title, pages }, current, sections) {
  const items = pages.map((page) => {
    const isCurrent = page.path === current;
    const mark = isCurrent ? ' aria-current="page"' : '';
    return `<li><a href="${page.path}"${mark}>${page.title}</a>${isCurrent ? listOf(sections) : ''}</li>`;
  });
  return `${title === '' ? '' : `<h2>${title}</h2>\n`}<ul>${items.join('\n')}</ul>`;
}

function listOf(sections) {
  if (sections.length < FEWEST || sections.length > MOST) return '';
  return `<ul>${sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>`;
}
