/** Whether PostgreSQL can hold a text, and JCS can hash it: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Characters of a text as JSON Schema counts them: code points. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}
