import { parseArgs } from 'node:util';
import { CommandError } from '../errors.js';
import type { NamedPolicy } from '../policy/accept-policy.js';
import { namedPolicy, POLICY_OPTIONS } from '../policy/policy-arguments.js';
import { readLogUrl } from '../public-log.js';

/** What to verify. */
export type Subject = { kind: 'bundles'; file: string } | { kind: 'answer'; body: string; headers: string };

/** A call of the command; files are named, not read yet. */
export interface Call {
  subject: Subject;
  /** The document of pinned keys: instead of a policy, or for the keys of an answer without its bundle. */
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
}

/** Reads the command's arguments. @throws CommandError, or the TypeError of `parseArgs` */
export function parseCall(args: readonly string[]): Call {
  const { values, positionals } = parse(args);
  if (values.entries !== undefined && values.online !== undefined) {
    throw new CommandError('--entries and --online are two ways to the same entries; one is enough.');
  }
  const required = values.require ?? [];
  if (required.some((each) => each !== 'newest')) throw new CommandError('--require takes newest.');
  const subject = subjectOf(values, positionals);
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
    maxAgeSeconds: wholeNumber('--max-age is a whole number of seconds.', values['max-age']),
    clockSlackSeconds: wholeNumber('--clock-slack is a whole number of seconds.', values['clock-slack']),
    witnesses: wholeNumber('--witnesses is a whole number of witnesses.', values.witnesses),
    needsNewest: required.includes('newest'),
  };
}

function requireOneTrust(
  { keys, witnesses }: { keys?: string; witnesses?: string },
  policy: NamedPolicy | null,
  { kind }: Subject,
): void {
  if (policy === null) {
    if (keys === undefined) throw new CommandError('--keys FILE or --policy FILE must name what is pinned.');
    return;
  }
  if (kind === 'bundles' && keys !== undefined) {
    throw new CommandError('--keys and --policy both name what is pinned; one is enough.');
  }
  if (kind === 'answer' && keys === undefined) {
    throw new CommandError('--answer needs --keys FILE beside --policy: a policy names no key of answers.');
  }
  if (witnesses !== undefined) {
    throw new CommandError('--witnesses goes with --keys: a policy says whose cosignatures are needed.');
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...POLICY_OPTIONS,
      keys: { type: 'string' },
      answer: { type: 'string' },
      headers: { type: 'string' },
      request: { type: 'string' },
      nonce: { type: 'string' },
      'max-age': { type: 'string' },
      'clock-slack': { type: 'string' },
      witnesses: { type: 'string' },
      require: { type: 'string', multiple: true },
      online: { type: 'string' },
      checkpoint: { type: 'string' },
      entries: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
}

function subjectOf({ answer, headers }: { answer?: string; headers?: string }, files: string[]): Subject {
  const [file] = files;
  if (answer !== undefined || headers !== undefined) {
    if (answer === undefined || headers === undefined || file !== undefined) {
      throw new CommandError('--answer and --headers go together, and without a bundle.');
    }
    return { kind: 'answer', body: answer, headers };
  }
  if (file === undefined || files.length > 1)
    throw new CommandError('One file of bundles is named, or - for standard input.');
  return { kind: 'bundles', file };
}

function wholeNumber(rule: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,10}$/.test(text)) throw new CommandError(rule);
  return Number(text);
}
