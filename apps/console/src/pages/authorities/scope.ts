/** What a field lists as a scope: between commas, without blanks around, each once. */
export function scopeOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
