/** A section of a page, as the search field of `/docs` finds it. */
export interface SearchEntry {
  /** Path with the section's fragment. */
  path: string;
  page: string;
  title: string;
  /** Words of the section, each once. */
  words: string;
}

const HEADING = /<h[1-4] id="([^"]*)">(.*?)<\/h[1-4]>/gs;
const MAIN = /<main id="text">(.*)<\/main>/s;
/** What was decided and changed is of no use to somebody who looks for how it works today. */
const LEFT_OUT = /^(?:decisions|changelog$)/;

/** The sections of pages, each of which begins with a heading that has an id. @param pages HTML by path below `/docs`. */
export function searchIndexOf(pages: ReadonlyMap<string, string>): SearchEntry[] {
  return [...pages]
    .filter(([path]) => !LEFT_OUT.test(path))
    .flatMap(([path, html]) => sectionsOf(path, html));
}

function sectionsOf(path: string, html: string): SearchEntry[] {
  const text = MAIN.exec(html)?.[1] ?? '';
  const headings = [...text.matchAll(HEADING)];
  const page = textOf(headings[0]?.[2] ?? '');
  return headings.map((heading, index) => {
    const [whole, id = '', title = ''] = heading;
    const body = text.slice(heading.index + whole.length, headings[index + 1]?.index);
    const address = path === '' ? '/docs' : `/docs/${path}`;
    return {
      path: index === 0 ? address : `${address}#${id}`,
      page,
      title: textOf(title),
      words: wordsOf(textOf(body)),
    };
  });
}

function wordsOf(text: string): string {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}/][\p{L}\p{N}_./{}-]*/gu))].join(' ');
}

function textOf(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}
