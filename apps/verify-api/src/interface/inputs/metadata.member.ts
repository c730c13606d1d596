import { applyDecorators } from '@nestjs/common';
import { METADATA_BOUNDS } from '@service/contracts';
import { Declared } from './member-shapes.js';
import type { MemberOptions } from './members.js';
import { MapMember } from './object-members.js';
import { RESERVED_NAMES } from './reserved-names.js';

const BOUNDS = {
  maxProperties: METADATA_BOUNDS.pairs,
  maxKeyLength: METADATA_BOUNDS.key,
  maxLength: METADATA_BOUNDS.value,
};
const NOTES = 'Your own notes, which prove nothing and are no part of any evidence.';

/** The metadata of something new. */
export function MetadataMember(description = NOTES): PropertyDecorator {
  return MapMember(description, { optional: true, ...BOUNDS });
}

/** A change of metadata, which may remove as many pairs as it sets. */
export function MetadataChangeMember(): PropertyDecorator {
  const description =
    'Changes of your notes: pairs that are not named stay, null removes one, and null in place of the object removes all.';
  const bounds = { ...BOUNDS, maxProperties: 2 * BOUNDS.maxProperties };
  return MapMember(description, { optional: true, nullable: true, removable: true, ...bounds });
}

const FILTER_RULE =
  `must be up to ${BOUNDS.maxProperties} pairs key=value with different keys, of 1 to ${BOUNDS.maxKeyLength} characters, ` +
  `and values of up to ${BOUNDS.maxLength}, none of them a control character`;
const PAIR = `^[^=]{1,${BOUNDS.maxKeyLength}}=.{0,${BOUNDS.maxLength}}$`;

/** Pairs of metadata in a query, each `key=value`, all of which the items of a list have. The input holds them as an object. */
export function MetadataFilterMember(description: string, options: MemberOptions): PropertyDecorator {
  const schema = {
    type: 'array',
    items: { type: 'string', pattern: PAIR },
    maxItems: BOUNDS.maxProperties,
    uniqueItems: true,
    description,
  };
  return applyDecorators(
    MapMember(description, { ...options, ...BOUNDS, rule: FILTER_RULE }),
    Declared({ schema, convert: toPairs }),
  );
}

/** Each text is a key and a value around its first `=`. A malformed one makes the whole null, which is refused. */
function toPairs(value: unknown): Record<string, string> | null {
  const pairs = new Map<string, string>();
  for (const text of [value].flat() as unknown[]) {
    const at = typeof text === 'string' ? text.indexOf('=') : -1;
    if (at === -1) return null;
    const key = (text as string).slice(0, at);
    if (pairs.has(key) || RESERVED_NAMES.includes(key)) return null;
    pairs.set(key, (text as string).slice(at + 1));
  }
  return Object.fromEntries(pairs);
}
