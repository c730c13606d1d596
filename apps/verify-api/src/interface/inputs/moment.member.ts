import { applyDecorators } from '@nestjs/common';
import type { ValidationArguments } from 'class-validator';
import { isTimestamp } from '@service/evidence';
import { Rule, member, type MemberOptions } from './members.js';
import { Declared } from './member-shapes.js';

const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The schema of a moment that a caller sends. */
export const SENT_MOMENT = { type: 'string', minLength: 20, maxLength: 64, format: 'date-time' } as const;

/** A moment in any form of RFC 3339. The input holds it in UTC with milliseconds; a finer one would be lost, and is refused. */
export function MomentMember(description: string, options: MemberOptions = {}): PropertyDecorator {
  return momentMember(description, options, {
    roundsUp: false,
    form: 'with at most milliseconds, like 2030-01-01T00:00:00.000Z',
  });
}

/**
 * An end of a range of time, as `MomentMember`. A finer one becomes the next millisecond, which selects the same.
 * @param options `notBefore` names the member of the other end.
 */
export function RangeEndMember(
  description: string,
  { notBefore, ...options }: MemberOptions & { notBefore?: string } = {},
): PropertyDecorator {
  const ofMoment = momentMember(description, options, {
    roundsUp: true,
    form: 'like 2030-01-01T00:00:00Z; a query has %2B in the place of +',
  });
  return notBefore === undefined ? ofMoment : applyDecorators(NotBefore(notBefore), ofMoment);
}

function NotBefore(other: string): PropertyDecorator {
  const isInOrder = (value: unknown, given?: ValidationArguments) => {
    const begin: unknown = Reflect.get(given?.object ?? {}, other);
    return !isTimestamp(value) || !isTimestamp(begin) || begin <= value;
  };
  return Rule(isInOrder, { message: `must not be before ${other}` });
}

/** How a moment is read. */
interface Reading {
  /** Whether a finer moment becomes the next millisecond; else it is refused. */
  roundsUp: boolean;
  /** Describes the form, in a refusal. */
  form: string;
}

function momentMember(
  description: string,
  options: MemberOptions,
  { roundsUp, form }: Reading,
): PropertyDecorator {
  const message = `must be an RFC 3339 time ${form}`;
  return applyDecorators(
    member(
      SENT_MOMENT,
      description,
      options,
      Rule((value) => isTimestamp(value) && isStorable(value), { message }),
    ),
    Declared({ convert: (value) => toMoment(value, roundsUp) }),
  );
}

/** Converts a moment to UTC with milliseconds. What is no moment stays as it is, and so does a finer one unless it is rounded. */
function toMoment(value: unknown, roundsUp: boolean): unknown {
  if (typeof value !== 'string' || value.length > SENT_MOMENT.maxLength) return value;
  const [, day = '', time = '', fraction = '', zone = ''] = RFC_3339.exec(value) ?? [];
  const isFiner = /[1-9]/.test(fraction.slice(3));
  if (!isTimestamp(`${day}T00:00:00.000Z`) || (isFiner && !roundsUp)) return value;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0')) + Number(isFiner);
  const moment = new Date(Date.parse(`${day}T${time}${zone.toUpperCase()}`) + milliseconds);
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString();
}

/** PostgreSQL has no year 0. */
function isStorable(moment: string): boolean {
  return !moment.startsWith('0000');
}
