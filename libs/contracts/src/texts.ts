/** Whether PostgreSQL can store a text and JCS can hash it: it has no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Number of characters of a text as JSON Schema counts them: code points. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Whether a text has a character that shows nothing and may move the cursor of a terminal, such as a line break. */
export function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
