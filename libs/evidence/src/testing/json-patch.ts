import { isJsonObject } from '../bundle/forms.js';
import type { JsonValue } from '../json/index.js';

/** An operation of a JSON Patch, RFC 6902; the other operations are not used. */
export type PatchOperation =
  { op: 'add' | 'replace'; path: string; value: JsonValue } | { op: 'remove'; path: string };

type JsonArray = JsonValue[];

/** A patch that makes one value out of another. */
export function diff(from: JsonValue, to: JsonValue, path = ''): PatchOperation[] {
  if (isJsonObject(from) && isJsonObject(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) => diffMember(from[name], to[name], `${path}/${escaped(name)}`));
  }
  if (Array.isArray(from) && Array.isArray(to)) return diffLists(from, to, path);
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ op: 'replace', path, value: to }];
}

function diffMember(from: JsonValue | undefined, to: JsonValue | undefined, path: string): PatchOperation[] {
  if (to === undefined) return [{ op: 'remove', path }];
  return from === undefined ? [{ op: 'add', path, value: to }] : diff(from, to, path);
}

/** Items are added and removed at the end only. */
function diffLists(from: JsonArray, to: JsonArray, path: string): PatchOperation[] {
  const both = Math.min(from.length, to.length);
  const changed = to.slice(0, both).flatMap((item, at) => diff(from[at] as JsonValue, item, `${path}/${at}`));
  const added = to.slice(both).map((value) => ({ op: 'add' as const, path: `${path}/-`, value }));
  const removed = from.slice(both).map((_, at) => ({
    op: 'remove' as const,
    path: `${path}/${from.length - 1 - at}`,
  }));
  return [...changed, ...added, ...removed];
}

/** Applies a patch to a copy of a value. */
export function applyPatch(value: JsonValue, patch: readonly PatchOperation[]): JsonValue {
  const root = { '': structuredClone(value) };
  for (const operation of structuredClone(patch)) {
    const names = operation.path.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = names.pop() as string;
    const place = names.reduce((at: unknown, name) => (at as { [name: string]: unknown })[name], root) as {
      [name: string]: JsonValue;
    };
    if (operation.op === 'remove' && Array.isArray(place)) place.splice(Number(last), 1);
    else if (operation.op === 'remove') delete place[last];
    else if (last === '-' && Array.isArray(place)) place.push(operation.value);
    else place[last] = operation.value;
  }
  return root[''];
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
