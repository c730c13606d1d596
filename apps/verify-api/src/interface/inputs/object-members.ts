import { applyDecorators } from '@nestjs/common';
import {
  OPERATION_KINDS,
  countCharacters,
  hasControlCharacter,
  isStorable,
  parseAddressRange,
} from '@service/contracts';
import { MEMBER_MEANINGS } from '../schemas/member-meanings.js';
import { RESERVED_NAMES } from './reserved-names.js';
import { Rule, TextsMember, member, type MemberOptions, type TypedSchema } from './members.js';

/** A text without control characters, as a pattern for JSON Schema. */
const PLAIN = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

type MapOptions = MemberOptions & { maxProperties: number; maxKeyLength: number; maxLength: number } & {
  /** Whether null removes a text. */
  removable?: boolean;
  /** The rule in words, where a request writes the object in another form. */
  rule?: string;
};

/** An object of texts under keys that the caller chooses, without control characters. */
export function MapMember(description: string, options: MapOptions): PropertyDecorator {
  const { maxProperties, maxKeyLength, maxLength, removable = false } = options;
  const propertyNames = {
    minLength: 1,
    maxLength: maxKeyLength,
    pattern: PLAIN,
    not: { enum: RESERVED_NAMES },
  };
  const schema = {
    type: 'object',
    maxProperties,
    additionalProperties: { type: removable ? ['string', 'null'] : 'string', maxLength, pattern: PLAIN },
    propertyNames,
  };
  const said =
    `must be an object of at most ${maxProperties} texts of up to ${maxLength} characters${removable ? ', or null,' : ''} ` +
    `under keys of 1 to ${maxKeyLength} characters, none of them a control character`;
  return objectMember(schema, { description, ...options }, options.rule ?? said, (entries) => {
    const sound = ([key, value]: [string, unknown]) =>
      key !== '' &&
      fits(key, maxKeyLength) &&
      ((removable && value === null) || (typeof value === 'string' && fits(value, maxLength)));
    return entries.length <= maxProperties && entries.every(sound);
  });
}

/** Whole numbers for some of the kinds of operation. `null` removes the quota of a kind, where allowed. */
export function CountsMember(
  description: string,
  options: MemberOptions & { min: number; max: number; endable?: boolean },
): PropertyDecorator {
  const { min, max, endable = false } = options;
  const count = { type: endable ? ['integer', 'null'] : 'integer', minimum: min, maximum: max };
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      OPERATION_KINDS.map((kind) => [kind, { ...count, description: MEMBER_MEANINGS[kind] }]),
    ),
    minProperties: 1,
    additionalProperties: false,
  };
  const kinds = OPERATION_KINDS.join(', ');
  const rule = `must hold whole numbers from ${min} to ${max}${endable ? ' or null' : ''} for some of ${kinds}`;
  return objectMember(schema, { description, ...options }, rule, (entries) => {
    const sound = ([kind, value]: [string, unknown]) =>
      OPERATION_KINDS.some((each) => each === kind) &&
      ((endable && value === null) || isWhole(value, min, max));
    return entries.length > 0 && entries.every(sound);
  });
}

/** A list of IPv4 and IPv6 addresses and CIDR ranges. */
export function AddressesMember(
  description: string,
  options: MemberOptions & { maxItems: number },
): PropertyDecorator {
  const message = `must be a list of 1 to ${options.maxItems} different IPv4 or IPv6 addresses or CIDR ranges`;
  const areAddresses = (value: unknown) =>
    Array.isArray(value) &&
    value.every((text) => typeof text === 'string' && parseAddressRange(text) !== null);
  return applyDecorators(
    TextsMember(description, { ...options, maxLength: 49 }),
    Rule(areAddresses, { message }),
  );
}

function objectMember(
  schema: TypedSchema,
  { description, ...options }: MemberOptions & { description: string },
  message: string,
  isSound: (entries: [string, unknown][]) => boolean,
): PropertyDecorator {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && isSound(Object.entries(value));
  return member(schema, description, options, Rule(isObject, { message }));
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function fits(text: string, maxLength: number): boolean {
  // A character has at most two UTF-16 units.
  return (
    text.length <= 2 * maxLength &&
    countCharacters(text) <= maxLength &&
    isStorable(text) &&
    !hasControlCharacter(text)
  );
}
