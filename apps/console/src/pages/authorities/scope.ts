/** Parses a scope: separated by commas, trimmed, without duplicates. */
export function scopeOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
