import { parseArgs } from 'node:util';
import { CommandError } from '../errors.js';

/** What to verify. */
export type Subject = { kind: 'bundles'; file: string } | { kind: 'answer'; body: string; headers: string };

/** A call of the command; files are named, not read yet. */
export interface Call {
  subject: Subject;
  keys: string;
  json: boolean;
  checkpoint: string | undefined;
  entries: string | undefined;
  request: string | undefined;
  nonce: string | undefined;
  maxAgeSeconds: number | undefined;
}

/** Reads the command's arguments. @throws CommandError, or the TypeError of `parseArgs` */
export function parseCall(args: readonly string[]): Call {
  const { values, positionals } = parse(args);
  if (values.keys === undefined) throw new CommandError('--keys FILE must name the pinned keys.');
  return {
    subject: subjectOf(values, positionals),
    keys: values.keys,
    json: values.json ?? false,
    checkpoint: values.checkpoint,
    entries: values.entries,
    request: values.request,
    nonce: values.nonce,
    maxAgeSeconds: secondsOf(values['max-age']),
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      answer: { type: 'string' },
      headers: { type: 'string' },
      request: { type: 'string' },
      nonce: { type: 'string' },
      'max-age': { type: 'string' },
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

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,10}$/.test(text)) throw new CommandError('--max-age is a whole number of seconds.');
  return Number(text);
}
