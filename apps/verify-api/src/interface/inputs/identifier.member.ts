import { applyDecorators } from '@nestjs/common';
import { hasControlCharacter } from '@service/contracts';
import { Declared } from './member-shapes.js';
import { Rule, TextMember, type MemberOptions } from './members.js';

/** Each rule of an identifier, with what is wrong with a text that breaks it. */
const RULES: Readonly<Record<string, (text: string) => boolean>> = {
  'must have no control characters': (text) => !hasControlCharacter(text),
  'must not begin or end with a space': (text) => text.trim() === text,
  'must be in Unicode normalization form C (NFC)': (text) => text.normalize('NFC') === text,
};

type Options = MemberOptions & { maxLength: number };

/**
 * A text that tells one thing from another, in one form; letters that look alike stay two. It can be in signed data, so it is
 * refused in another form, and not changed.
 */
export function IdentifierMember(description: string, options: Options): PropertyDecorator {
  const rules = Object.entries(RULES).map(([message, fits]) =>
    Rule((value) => typeof value === 'string' && fits(value), { message }),
  );
  // The order in which class-validator runs checks: the type and the length come first.
  return applyDecorators(TextMember(description, options), ...rules);
}

/** A name that is in no signed data: it is brought into NFC. */
export function NameMember(description: string, options: Options): PropertyDecorator {
  return applyDecorators(IdentifierMember(description, options), Declared({ convert: toNfc }));
}

function toNfc(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC') : value;
}
