import { applyDecorators } from '@nestjs/common';
import { METADATA_BOUNDS } from '@service/contracts';
import { Declared } from './member-shapes.js';
import type { MemberOptions } from './members.js';
import { MapMember } from './object-members.js';

const BOUNDS = {
  maxProperties: METADATA_BOUNDS.pairs,
  maxKeyLength: METADATA_BOUNDS.key,
  maxLength: METADATA_BOUNDS.value,
};
const NOTES = {
  description: 'Your own notes, which prove nothing and are no part of any evidence.',
  optional: true,
};

/** The metadata of something new. */
export function MetadataMember(options: Partial<MemberOptions> = {}): PropertyDecorator {
  return MapMember({ ...NOTES, ...options, ...BOUNDS });
}

/** A change of metadata, which may remove as many pairs as it sets. */
export function MetadataChangeMember(): PropertyDecorator {
  const description =
    'Changes of your notes: pairs that are not named stay, null removes one, and null in place of the object removes all.';
  const bounds = { ...BOUNDS, maxProperties: 2 * BOUNDS.maxProperties };
  return MapMember({ description, optional: true, nullable: true, removable: true, ...bounds });
}

/** Pairs of metadata in a query, `metadata[team]=checkout`, all of which the items of a list have. */
export function MetadataFilterMember(options: MemberOptions): PropertyDecorator {
  const inBrackets = { bracketed: true, style: { style: 'deepObject', explode: true } } as const;
  return applyDecorators(MapMember({ ...options, ...BOUNDS, query: true }), Declared(inBrackets));
}
