import { Marked } from 'marked';

/** The only HTML that pages may have: anchors, and comments, which are left out. */
const ANCHOR = /^(?:<a id="[\w.]+">|<\/a>)$/;
const COMMENT = /^<!--.*-->\s*$/s;

/**
 * Renders a page.
 * @param resolve gives the address of a link; null where nothing is served there, so that only its text is shown.
 * @returns its title, its body, and the headings of its second level.
 * @throws on HTML that pages may not have.
 */
export async function render(markdown, resolve) {
  const slugs = new Map();
  const sections = [];
  let title = '';
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const id = slugOf(html.replaceAll(/<[^>]*>/g, ''), slugs);
        if (depth === 1) title ||= html;
        if (depth === 2) sections.push({ id, title: html.replaceAll(/<\/?a\b[^>]*>/g, '') });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = resolve(href);
        return address === null ? text : `<a href="${escape(address)}">${text}</a>`;
      },
      image({ href, text }) {
        const address = resolve(href);
        if (address === null) throw new Error(`There is no image ${href}.`);
        return `<img src="${escape(address)}" alt="${escape(text)}">`;
      },
      table({ header, rows }) {
        const cell = (tag) => (each) => `<${tag}>${this.parser.parseInline(each.tokens)}</${tag}>`;
        const row = (cells, tag) => `<tr>${cells.map(cell(tag)).join('')}</tr>\n`;
        const body = rows.map((each) => row(each, 'td')).join('');
        return `<div class="wide" tabindex="0"><table>\n<thead>${row(header, 'th')}</thead>\n<tbody>${body}</tbody></table></div>\n`;
      },
      code({ text, lang = '' }) {
        const language = lang.split(' ')[0];
        return `<pre tabindex="0"><code${language === '' ? '' : ` class="${language}"`}>${escape(text)}</code></pre>\n`;
      },
      html({ text }) {
        if (COMMENT.test(text)) return '';
        if (ANCHOR.test(text.trim())) return text;
        throw new Error(`A page has HTML that is not served: ${text}`);
      },
    },
  });
  const html = await marked.parse(markdown);
  return { title, html, sections };
}

/** The id that GitHub gives a heading, so that one link leads to it in both places. */
function slugOf(text, taken) {
  const plain = text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '').toLowerCase();
  const slug = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
  const count = taken.get(slug) ?? 0;
  taken.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function escape(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
