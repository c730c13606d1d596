/** A text as HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A text as HTML; what is in backticks becomes code. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** A table of HTML cells, which scrolls if it is too wide; an empty text without rows. */
export function tableHtml(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>\n`;
  const body = rows.map((cells) => row(cells, 'td')).join('');
  return `<div class="wide" tabindex="0"><table>\n<thead>${row(head, 'th')}</thead>\n<tbody>${body}</tbody></table></div>\n`;
}
