import { endOfString } from './json-structure.js';
import { memberPath } from '../../interface/inputs/member-path.js';

/** An object or list that contains the current position of the scan. */
interface Level {
  path: string;
  /** The names of the object's members so far; null for a list. */
  names: Set<string> | null;
  /** The member or index that is being read. */
  at: string;
  expectsName: boolean;
}

/**
 * Path of the first member that occurs twice in one object of a JSON text (RFC 7493, section 2.3); null without one.
 * JSON.parse would use the last of them, and another parser the first.
 * @param value the parsed text; its nesting must not exceed the stack.
 * @param members how many members the text has, with those that are repeated.
 */
export function repeatedMember(text: string, value: unknown, members: number): string | null {
  return members === countMembers(value) ? null : scan(text);
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
        level.at = JSON.parse(text.slice(at, end + 1)) as string;
        if (level.names.has(level.at)) return pathOf(level);
        level.names.add(level.at);
        level.expectsName = false;
      }
      at = end;
    }
  }
  return null;
}

function pathOf({ path, names, at }: Level): string {
  return memberPath(path, at, names === null);
}
