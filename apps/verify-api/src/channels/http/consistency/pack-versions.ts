import type { Versions } from '../../../views/shown-versions.js';

const MOST_SHARED = 35;

/**
 * Packs versions into a short text. Each id is written as the number of characters that it shares with the one before,
 * in base 36, and the rest: ids of one batch share their kind and time, so that a hundred of them take 2 KB.
 */
export function packVersions(versions: Versions): string {
  let before = '';
  const packed = [...versions]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, version]) => {
      const shared = sharedLength(before, id);
      before = id;
      return `${shared.toString(36)}${id.slice(shared)}:${version}`;
    });
  return packed.join(',');
}

/** Reads the versions from a text of `packVersions`. */
export function unpackVersions(packed: string): Versions {
  let before = '';
  return new Map(
    packed.split(',').map((each) => {
      const [rest = '', version] = each.split(':');
      before = before.slice(0, Number.parseInt(rest.charAt(0), 36)) + rest.slice(1);
      return [before, Number(version)];
    }),
  );
}

function sharedLength(left: string, right: string): number {
  let shared = 0;
  while (shared < MOST_SHARED && shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared;
}
