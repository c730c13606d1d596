/**
 * Expression for what follows a mark in an element's text, up to the next quote; empty where there is none. It never fails,
 * as reading the text as JSON would. In JCS form a member's name with its quotes cannot occur inside another member's value.
 * A regular expression over the text takes ten times as long, and each write to an index and each read would pay that.
 * @param text expression for the text.
 */
export function afterMarkSql(mark: string, text: string): string {
  return `split_part(split_part(${text}, '${mark}', 2), '"', 1)`;
}
