/**
 * A text as one segment of a path. Dots alone would be steps in the path, even as `%2e`: encoded twice, they are an id
 * that nothing has.
 */
export function segment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%252e') : encodeURIComponent(text);
}
