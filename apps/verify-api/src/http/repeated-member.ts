import { memberPath } from './member-path.js';

/** An object or list that the scan is inside of. */
interface Level {
  path: string;
  /** Names that an object has so far; null for a list. */
  names: Set<string> | null;
  /** The member or place that is being read. */
  at: string;
  expectsName: boolean;
}

/**
 * Path of the first member that a JSON text names twice in one object (RFC 7493, section 2.3), null where there
 * is none. JSON.parse would keep the last of them and another reader the first.
 * @param value what the text parsed to; nested less deeply than the stack is.
 */
export function repeatedMember(text: string, value: unknown): string | null {
  // Each member has its colon, so that as many colons as members leave none for a repetition.
  return countColons(text) === countMembers(value) ? null : scan(text);
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1;
  return count;
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item);
    return count;
  }
  for (const name in value) count += 1 + countMembers((value as Record<string, unknown>)[name]);
  return count;
}

function scan(text: string): string | null {
  const open: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = open[open.length - 1];
    const character = text[at];
    if (character === '{' || character === '[') {
      const path = level === undefined ? '' : pathOf(level);
      const isObject = character === '{';
      open.push({ path, names: isObject ? new Set() : null, at: '0', expectsName: isObject });
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ',' && level !== undefined) {
      if (level.names === null) level.at = String(Number(level.at) + 1);
      else level.expectsName = true;
    } else if (character === '"') {
      const end = endOfString(text, at);
      if (level?.names && level.expectsName) {
        level.at = JSON.parse(text.slice(at, end)) as string;
        if (level.names.has(level.at)) return pathOf(level);
        level.names.add(level.at);
        level.expectsName = false;
      }
      at = end - 1;
    }
  }
  return null;
}

function pathOf({ path, names, at }: Level): string {
  return memberPath(path, at, names === null);
}

/** Where the string that begins at a quotation mark has ended. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
