/** Pages missing from the index: the API reference exists only in the served documentation. */
const REFERENCE = { title: 'API reference', path: '/docs/api' };

/**
 * Groups of links, as the table of the index has them; pages that it lacks come last.
 * @returns a list of `{title, pages: [{title, path}]}`.
 */
export function navigationOf(pages) {
  const index = pages.find(({ path }) => path === '/docs');
  const groups = [{ title: '', pages: [{ title: 'Overview', path: '/docs' }] }];
  for (const [, cell] of index.html.matchAll(/<tr>\s*<td>(.*?)<\/td>/g)) {
    const [, title] = /^<strong>(.*)<\/strong>$/.exec(cell) ?? [];
    const [, path, name] = /<a href="([^"]+)">(.*?)<\/a>/.exec(cell) ?? [];
    if (title !== undefined) groups.push({ title, pages: [] });
    else if (path !== undefined) groups.at(-1).pages.push({ title: name, path });
  }
  const called = groups.find((group) => group.title.includes('call')) ?? groups[0];
  called.pages.unshift(REFERENCE);
  const listed = groups.flatMap((group) => group.pages.map(({ path }) => path));
  // Decisions and runbooks are reached from a page of their own.
  const others = pages.filter(
    ({ path }) => !listed.includes(path) && !/^\/docs\/(?:decisions|runbooks)\//.test(path),
  );
  if (others.length > 0) groups.push({ title: 'More', pages: others });
  return groups;
}
