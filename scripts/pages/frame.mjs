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
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header><a href="/docs">Record verification</a><a class="menu" href="#pages">Pages</a></header>
<main id="text">
${html}
</main>
<nav id="pages" aria-label="Pages">
${navigation.map((group) => groupOf(group, path, sections)).join('\n')}
</nav>
</body>
</html>
`;
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
