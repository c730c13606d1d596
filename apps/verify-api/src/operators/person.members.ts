import { tidyAddress, tidyName } from './person-texts.js';
import { Rule, member, type MemberOptions } from '../interface/inputs/members.js';

/** The name of a person or of a key. */
export const NameMember = (description: string, options: MemberOptions = {}) =>
  member(
    { type: 'string' },
    description,
    options,
    Tidy(tidyName, 'must be a text of 1 to 100 characters, all of which are seen'),
  );

export const AddressMember = () =>
  member(
    { type: 'string' },
    'Its mail address.',
    {},
    Tidy(tidyAddress, 'must be a mail address of at most 254 characters, all of which are seen'),
  );

function Tidy(tidy: (text: string) => string | null, message: string): PropertyDecorator {
  return Rule((value) => typeof value === 'string' && tidy(value) !== null, { message });
}
