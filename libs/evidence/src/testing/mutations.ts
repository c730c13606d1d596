import { isJsonObject } from '../bundle/forms.js';
import type { JsonValue } from '../json/index.js';
import { applyPatch, type PatchOperation } from './json-patch.js';
import { parsedOrNull, type Vector, type VectorFiles } from './run-vector.js';

/** Whole numbers from 0, below a limit; the same from the same seed (mulberry32). */
export type Dice = (below: number) => number;

export function diceOf(seed: number): Dice {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

export function pick<Item>(dice: Dice, from: readonly Item[]): Item {
  return from[dice(from.length)] as Item;
}

/** What of a stored answer a reader hands to a verifier; the rest is the file's own. */
const OF_ANSWERS = /^\/(body|request)\/|^\/headers\/[^/]+$/;
const CHARACTERS = ['', 'A', 'Z', 'a', 'z', '0', '9', '+', '/', '=', ':', '_', '-', '.', ',', ' ', '\n'];
const SHIFTS = [1, 5_000, 5_001, 10_000, 10_001, 30_001, 35_000, 35_001, 3_600_000, 3_635_001, 86_400_000];

/** A published case with one to three more changes at random. */
export function mutatedCase(cases: readonly Vector[], files: VectorFiles, dice: Dice): Vector {
  const { of, patch = [], splice: _, ...same } = pick(dice, cases);
  const operations = [...patch];
  let value = applyPatch(parsedOrNull(files[of]), operations);
  for (let left = 1 + dice(3); left > 0; left -= 1) {
    const places = placesIn(value).filter(({ path }) => of === 'bundle.json' || OF_ANSWERS.test(path));
    if (places.length === 0) break;
    const changes = mutationOf(pick(dice, places), places, dice);
    value = applyPatch(value, changes);
    operations.push(...changes);
  }
  return { ...same, of, patch: operations };
}

interface Place {
  path: string;
  value: JsonValue;
}

function placesIn(value: JsonValue, path = ''): Place[] {
  const own = path === '' ? [] : [{ path, value }];
  if (!Array.isArray(value) && !isJsonObject(value)) return own;
  const inside = Object.entries(value).flatMap(([name, each]) => {
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
    return placesIn(each as JsonValue, `${path}/${escaped}`);
  });
  return [...own, ...inside];
}

function mutationOf({ path, value }: Place, places: readonly Place[], dice: Dice): PatchOperation[] {
  const replace = (by: JsonValue): PatchOperation[] => [{ op: 'replace', path, value: by }];
  const isHeader = path.startsWith('/headers/');
  const kind = dice(8);
  if (kind === 0) return [{ op: 'remove', path }];
  if (kind === 1 && !isHeader)
    return replace(pick<JsonValue>(dice, [null, true, '', 0, -1, [], {}, 2 ** 53 - 1]));
  if (kind === 2 && !isHeader) return replace(pick(dice, places).value);
  if (kind === 3) {
    // A member of the same name elsewhere, so that the form is right.
    const name = path.slice(path.lastIndexOf('/'));
    return replace(
      pick(
        dice,
        places.filter((each) => each.path.endsWith(name)),
      ).value,
    );
  }
  if (Array.isArray(value)) {
    const item = value.length === 0 ? null : pick(dice, value);
    return [{ op: 'add', path: `${path}/-`, value: item }];
  }
  if (isJsonObject(value))
    return [{ op: 'add', path: `${path}/odd`, value: pick<JsonValue>(dice, [null, 'text', 1]) }];
  if (typeof value === 'number') return replace(value + pick(dice, [-1, 1, 7]));
  if (typeof value === 'boolean') return replace(!value);
  return typeof value === 'string' ? replace(mutatedText(value, dice)) : replace('text');
}

/** Another text: a time is moved, anything else loses, gets or changes one character. */
export function mutatedText(text: string, dice: Dice): string {
  const time = /^\d{4}-.*Z$/.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(time) && dice(3) > 0) {
    return new Date(time + pick(dice, SHIFTS) * pick(dice, [-1, 1])).toISOString();
  }
  const at = dice(text.length + 1);
  return text.slice(0, at) + pick(dice, CHARACTERS) + text.slice(at + dice(2));
}
