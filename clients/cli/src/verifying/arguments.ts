import { CommandError } from '../errors.js';
import type { NamedPolicy } from '../policy/accept-policy.js';
import { namedPolicy } from '../policy/policy-arguments.js';
import { readLogUrl } from '../public-log.js';
import { operandsOf } from '../read-call.js';
import type { ANSWER_OPTIONS, CHECK_OPTIONS } from '../table/evidence-options.js';
import type { Call as GivenCall } from '../table/option.js';

/** What to verify. */
export type Subject = { kind: 'bundles'; file: string } | { kind: 'answer'; body: string; headers: string };

/** A call of the command; files are named, not read yet. */
export interface Call {
  subject: Subject;
  /** File of the pinned keys document: in place of a policy or, for an answer, beside one, which has no keys of answers. */
  keys: string | undefined;
  policy: NamedPolicy | null;
  json: boolean;
  checkpoint: string | undefined;
  entries: string | undefined;
  /** Prefix of the log's resources. */
  online: string | undefined;
  request: string | undefined;
  nonce: string | undefined;
  maxAgeSeconds: number | undefined;
  clockSlackSeconds: number | undefined;
  /** How many of the pinned witnesses must have cosigned. */
  witnesses: number | undefined;
  needsNewest: boolean;
  /** Whether evidence that a record is not good counts as refused. */
  needsGood: boolean;
}

/** Reads a call of `bundle verify`. @throws CommandError */
export function readBundleCall(call: GivenCall<typeof CHECK_OPTIONS>): Call {
  const [file = ''] = operandsOf(call, 'BUNDLE');
  return readCheck(call, { kind: 'bundles', file });
}

/** Reads a call of `answer verify`. @throws CommandError */
export function readAnswerCall(call: GivenCall<typeof ANSWER_OPTIONS>): Call {
  const [body = ''] = operandsOf(call, 'ANSWER');
  const { headers } = call.values;
  if (headers === undefined) throw new CommandError('--headers FILE must give the headers of the answer.');
  return readCheck(call, { kind: 'answer', body, headers });
}

function readCheck({ values }: GivenCall<typeof CHECK_OPTIONS>, subject: Subject): Call {
  if (values.entries !== undefined && values.online !== undefined) {
    throw new CommandError('Give either --entries or --online.');
  }
  const required = values.require ?? [];
  if (required.some((each) => each !== 'newest' && each !== 'good')) {
    throw new CommandError('--require takes newest or good.');
  }
  const policy = namedPolicy(values, (file) => `${file}.pin`);
  requireOneTrust(values, policy, subject);
  return {
    subject,
    keys: values.keys,
    policy,
    json: values.json ?? false,
    checkpoint: values.checkpoint,
    entries: values.entries,
    online: values.online === undefined ? undefined : readLogUrl('--online', values.online),
    request: values.request,
    nonce: values.nonce,
    maxAgeSeconds: wholeNumber('--max-age must be a whole number of seconds.', values['max-age']),
    clockSlackSeconds: wholeNumber('--clock-slack must be a whole number of seconds.', values['clock-slack']),
    witnesses: wholeNumber('--witnesses must be a whole number of witnesses.', values.witnesses),
    needsNewest: required.includes('newest'),
    needsGood: required.includes('good'),
  };
}

function requireOneTrust(
  { keys, witnesses }: { keys?: string | undefined; witnesses?: string | undefined },
  policy: NamedPolicy | null,
  { kind }: Subject,
): void {
  if (policy === null) {
    if (keys === undefined) throw new CommandError('Give the pinned keys with --keys FILE or --policy FILE.');
    return;
  }
  if (kind === 'bundles' && keys !== undefined) {
    throw new CommandError('Give either --keys or --policy.');
  }
  if (kind === 'answer' && keys === undefined) {
    throw new CommandError(
      'An answer needs --keys FILE in addition to --policy: a policy has no keys of answers.',
    );
  }
  if (witnesses !== undefined) {
    throw new CommandError('--witnesses needs --keys: a policy has its own quorum.');
  }
}

function wholeNumber(rule: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,10}$/.test(text)) throw new CommandError(rule);
  return Number(text);
}
