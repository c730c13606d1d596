import { isExactNumber } from '@service/evidence';
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

/** What another parser may read differently, and the path of the member or item that it is in. */
export interface JsonFault {
  field: string;
  issue: string;
  /** Where the number stands, if it is one. */
  number?: { at: number; written: string };
}

const NUMBER = /-?[0-9][0-9.eE+-]*/y;

/**
 * The first member that occurs twice in one object of a JSON text, or number that a double does not hold as it is written (RFC
 * 7493, sections 2.2 and 2.3); null without one. JSON.parse would use the last member and the nearest double, and another
 * parser the first member and the written number.
 * @param value the parsed text; its nesting must not exceed the stack.
 * @param members how many members the text has, with those that are repeated.
 */
export function interoperabilityFault(text: string, value: unknown, members: number): JsonFault | null {
  const counted = { members: 0, numbers: 0 };
  count(value, counted);
  return counted.members === members && counted.numbers === 0 ? null : firstFault(text);
}

function count(value: unknown, counted: { members: number; numbers: number }): void {
  if (typeof value === 'number') counted.numbers += 1;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) count(item, counted);
    return;
  }
  for (const name in value) {
    counted.members += 1;
    count((value as Record<string, unknown>)[name], counted);
  }
}

/** The first such fault; null without one. Scans the text, which `interoperabilityFault` does only where there is one. @param text JSON. */
export function firstFault(text: string): JsonFault | null {
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
        if (level.names.has(level.at)) return { field: pathOf(level), issue: 'must be given only once' };
        level.names.add(level.at);
        level.expectsName = false;
      }
      at = end;
    } else if (character === '-' || (character !== undefined && character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const [written = ''] = NUMBER.exec(text) ?? [];
      if (!isExactNumber(written)) {
        const field = level === undefined ? '' : pathOf(level);
        return {
          field,
          issue: 'must be a number that a double holds as it is written, an integer within ±(2^53 - 1)',
          number: { at, written },
        };
      }
      at += written.length - 1;
    }
  }
  return null;
}

function pathOf({ path, names, at }: Level): string {
  return memberPath(path, at, names === null);
}
