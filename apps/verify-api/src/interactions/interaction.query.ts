import { CALLER_ID, LONGEST_CALLER_ID, errors } from '@service/contracts';
import { CHANNELS, OUTCOMES, type Channel, type Outcome } from '@service/history';
import { DAY_FORM, isDay } from '@service/platform/days';
import type { ExportFormatName } from '@service/platform/exports';
import { ExportFormatMember } from '../interface/inputs/export-format.member.js';
import { ChoiceMember, Rule, SwitchMember, TextMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';
import { PageQuery } from '../interface/inputs/pagination.js';
import { OPERATION_NAMES } from '../interface/operation-names.js';

export class InteractionQuery extends PageQuery {
  @RangeEndMember('Interactions at or after this moment.', { optional: true })
  from?: string;

  @RangeEndMember('Interactions before this moment.', { optional: true, notBefore: 'from' })
  to?: string;

  @ChoiceMember('Interactions through this channel.', { choices: CHANNELS, optional: true })
  channel?: Channel;

  @TextMember(
    'Interactions of this credential, operator or link, or with `oauth:` and a subject, of its access tokens.',
    { maxLength: LONGEST_CALLER_ID, form: CALLER_ID, optional: true },
  )
  credential_id?: string;

  @ChoiceMember('Interactions that asked for this.', {
    choices: OPERATION_NAMES,
    rule: 'must be the name of an operation, like records.verify',
    optional: true,
  })
  operation?: string;

  @ChoiceMember('Interactions that ended so.', { choices: OUTCOMES, optional: true })
  outcome?: Outcome;

  @ChoiceMember('Only what was answered with this error; in usage, of at most 31 days.', {
    choices: Object.keys(errors),
    optional: true,
  })
  error_code?: string;

  @TextMember('Interactions about this; of longer ids, the first 64 characters.', {
    maxLength: 64,
    optional: true,
  })
  subject?: string;

  @SwitchMember(
    'False leaves out what was read, verified or delivered with success; refusals, failures and exports stay.',
    { optional: true },
  )
  reads?: boolean;
}

export class ExportInteractionsQuery extends InteractionQuery {
  @ExportFormatMember()
  format: ExportFormatName = 'ndjson';
}

export class CheckQuery {
  @TextMember('The day whose lanes are checked, in UTC; today by default.', {
    minLength: 10,
    maxLength: 10,
    form: { pattern: DAY_FORM, is: 'a day, like 2030-01-31' },
    optional: true,
  })
  @Rule((day) => day === undefined || isDay(day), {
    message: 'must be a day that the calendar has, like 2030-01-31',
  })
  day?: string;
}
