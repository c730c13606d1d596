import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  length,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { isPublicKey } from '@service/evidence';
import { Declared, type InputClass } from './member-shapes.js';

/** Options of a member of any form. Its meaning is a separate argument, the first. */
export interface MemberOptions {
  optional?: boolean;
  nullable?: boolean;
}

/** A schema with a `type` and any other keywords. */
export type TypedSchema = { readonly type: string; readonly [keyword: string]: unknown };

/**
 * Each decorator declares a member once, for validation and for the documents, so that the two cannot differ.
 * @param schema JSON Schema 2020-12, as OpenAPI 3.1 uses it.
 */
export function member(
  schema: TypedSchema,
  description: string,
  options: MemberOptions,
  ...checks: PropertyDecorator[]
): PropertyDecorator {
  const { optional = false, nullable = false } = options;
  return applyDecorators(
    Declared({
      schema: { ...schema, ...(nullable ? { type: [schema.type, 'null'] } : {}), description },
      optional,
    }),
    ValidateIf((_, value) => !(optional && value === undefined) && !(nullable && value === null)),
    ...checks,
  );
}

/** A pattern for texts, with its description for error messages. */
export interface TextForm {
  pattern: RegExp;
  is: string;
}

/** A text of bounded length, in UTF-16 units. */
export function TextMember(
  description: string,
  options: MemberOptions & { minLength?: number; maxLength?: number; form?: TextForm } = {},
): PropertyDecorator {
  const { minLength = 1, maxLength, form } = options;
  const schema = {
    type: 'string',
    minLength,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(form === undefined ? {} : { pattern: form.pattern.source }),
  };
  const message = { message: form === undefined ? textRule(minLength, maxLength) : `must be ${form.is}` };
  const checks = [IsString(message), HasLength(minLength, maxLength, message)];
  if (form !== undefined) checks.push(Matches(form.pattern, message));
  return member(schema, description, options, ...checks);
}

/** Most UTF-16 units that `length` counts as one: a surrogate pair and a variation selector. */
const MOST_UNITS = 3;

/** Calls `length`, which lists all surrogate pairs, only for a text that can be short enough. */
function HasLength(
  minLength: number,
  maxLength: number | undefined,
  options: ValidationOptions,
): PropertyDecorator {
  const fits = (text: string) =>
    maxLength === undefined
      ? text.length >= minLength
      : text.length <= MOST_UNITS * maxLength && length(text, minLength, maxLength);
  return Rule((value) => typeof value === 'string' && fits(value), options);
}

/** A check of a member's value beyond those of class-validator. */
export function Rule(
  validate: (value: unknown, given?: ValidationArguments) => boolean,
  options: ValidationOptions,
): PropertyDecorator {
  return ValidateBy({ name: 'rule', validator: { validate } }, options);
}

function textRule(minLength: number, maxLength: number | undefined): string {
  if (maxLength !== undefined) return `must be a text of ${minLength} to ${maxLength} characters`;
  return minLength > 0 ? 'must be a text that is not empty' : 'must be a text';
}

/**
 * One of a closed list.
 * @param options `rule` is the message for a list that is too long to be named whole.
 */
export function ChoiceMember(
  description: string,
  options: MemberOptions & { choices: readonly string[]; rule?: string },
): PropertyDecorator {
  const { choices, rule = `must be one of ${choices.join(', ')}` } = options;
  return member(
    { type: 'string', enum: [...choices] },
    description,
    options,
    IsIn(choices, { message: rule }),
  );
}

/** A list of distinct texts, from a closed list where `choices` are given. */
export function TextsMember(
  description: string,
  options: MemberOptions & {
    choices?: readonly string[];
    maxItems: number;
    maxLength?: number;
    default?: readonly string[];
  },
): PropertyDecorator {
  const { choices, maxItems, maxLength = 128 } = options;
  const shown = options.default === undefined ? {} : { default: [...options.default] };
  const items =
    choices === undefined
      ? { type: 'string', minLength: 1, maxLength }
      : { type: 'string', enum: [...choices] };
  const rule =
    choices === undefined ? `texts of 1 to ${maxLength} characters` : `values out of ${choices.join(', ')}`;
  const message = `must be a list of 1 to ${maxItems} different ${rule}`;
  const each =
    choices === undefined
      ? [IsString({ each: true, message }), HasLength(1, maxLength, { each: true, message })]
      : [IsIn(choices, { each: true, message })];
  return member(
    { type: 'array', items, minItems: 1, maxItems, uniqueItems: true, ...shown },
    description,
    options,
    IsArray({ message }),
    ArrayMinSize(1, { message }),
    ArrayMaxSize(maxItems, { message }),
    ArrayUnique({ message }),
    ...each,
  );
}

/** Several values of a closed list in a query, repeated or separated by commas, in any order: `active,suspended`. */
export function ChoicesMember(
  description: string,
  options: MemberOptions & { choices: readonly string[] },
): PropertyDecorator {
  const { choices } = options;
  const message = `must be different values out of ${choices.join(', ')}, repeated or separated by commas`;
  return applyDecorators(
    member(
      {
        type: 'array',
        items: { type: 'string', enum: [...choices] },
        minItems: 1,
        maxItems: choices.length,
        uniqueItems: true,
      },
      `${description} Several are repeated, or separated by commas.`,
      options,
      IsArray({ message }),
      ArrayMaxSize(choices.length, { message }),
      ArrayUnique({ message }),
      IsIn(choices, { each: true, message }),
    ),
    Declared({ convert: toTexts }),
  );
}

/** Sorted, so that a cursor fits the same values in any order. */
function toTexts(value: unknown): unknown {
  const given = [value].flat() as unknown[];
  return given.every((each) => typeof each === 'string')
    ? given.flatMap((each) => each.split(',')).toSorted()
    : value;
}

type IntegerOptions = MemberOptions & { min: number; max: number; default?: number };

/** Most items of a batch. */
export const MOST_ITEMS = 100;

/** A batch: a list of 1 to `maxItems` objects of a class, or of ids, which are judged one by one. */
export function BatchMember(type: InputClass<object> | 'id', maxItems = MOST_ITEMS): PropertyDecorator {
  const message = { message: `must be a list of 1 to ${maxItems} ${type === 'id' ? 'ids' : 'objects'}` };
  return applyDecorators(
    Declared({ items: type, schema: { type: 'array', minItems: 1, maxItems } }),
    IsArray(message),
    ArrayMinSize(1, message),
    ArrayMaxSize(maxItems, message),
  );
}

/** A whole number. */
export function IntegerMember(description: string, options: IntegerOptions): PropertyDecorator {
  const { min, max } = options;
  const shown = options.default === undefined ? {} : { default: options.default };
  const message = { message: `must be a whole number from ${min} to ${max}` };
  return member(
    { type: 'integer', minimum: min, maximum: max, ...shown },
    description,
    options,
    IsInt(message),
    Min(min, message),
    Max(max, message),
  );
}

type FlagOptions = MemberOptions & { default?: boolean };

/** True or false. */
export function FlagMember(description: string, options: FlagOptions = {}): PropertyDecorator {
  const shown = options.default === undefined ? {} : { default: options.default };
  const schema = { type: 'boolean', ...shown };
  return member(schema, description, options, IsBoolean({ message: 'must be true or false' }));
}

/** True or false in a query. */
export function SwitchMember(description: string, options: FlagOptions = {}) {
  return applyDecorators(FlagMember(description, options), Declared({ convert: toFlag }));
}

function toFlag(value: unknown): unknown {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

/** A whole number in a query. */
export function NumberMember(description: string, options: IntegerOptions) {
  return applyDecorators(IntegerMember(description, options), Declared({ convert: toNumber }));
}

/** Only digits: Number() would also accept `1e2`, `0x10` and an empty text. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

const DIGEST = { pattern: /^sha256:[0-9a-f]{64}$/, is: 'sha256: and 64 hexadecimal digits, in lower case' };

/** A SHA-256 digest in text form. */
export function DigestMember(description: string, options: MemberOptions = {}): PropertyDecorator {
  return TextMember(description, { minLength: 71, maxLength: 71, form: DIGEST, ...options });
}

const PUBLIC_KEY = {
  pattern: /^[\w-]{42}[AEIMQUYcgkosw048]$/,
  is: 'an Ed25519 public key: 32 bytes as 43 characters of base64url',
};

/** A safe Ed25519 public key: 32 bytes in base64url, a point of the curve's large group. */
export function PublicKeyMember(description: string, options: MemberOptions = {}): PropertyDecorator {
  return applyDecorators(
    TextMember(description, { minLength: 43, maxLength: 43, form: PUBLIC_KEY, ...options }),
    Rule(isPublicKey, { message: 'must be an Ed25519 public key, and not one of low order' }),
  );
}

const SIGNATURE = {
  pattern: /^[\w-]{85}[AQgw]$/,
  is: 'an Ed25519 signature: 64 bytes as 86 characters of base64url',
};

/** An Ed25519 signature: 64 bytes in base64url. */
export function SignatureMember(description: string, options: MemberOptions = {}): PropertyDecorator {
  return TextMember(description, { minLength: 86, maxLength: 86, form: SIGNATURE, ...options });
}
