import { parseArgs } from 'node:util';
import { CallError } from './call-error.js';

export const HELP = `Checks evidence offline: every check on a line, exit code 0 or 1.

  npm run -s verify-evidence -- BUNDLE --keys KEYS [options]
  npm run -s verify-evidence -- --answer FILE --headers FILE --keys KEYS [options]

  BUNDLE             an evidence bundle, or many, one a line; - reads it from standard input
  --keys FILE        what is pinned: the document of GET /v1/log/<environment>/keys, to which
                     "witnesses": ["<vkey>", ...] and "quorum": <number> may be added
  --answer FILE      the body of an answer of POST /v1/records/verify instead of a bundle
  --headers FILE     its headers, as curl -D writes them
  --request FILE     the body of the request that must have been answered
  --nonce TEXT       the Service-Nonce that must have been signed
  --max-age SECONDS  how old the answer may be
  --checkpoint FILE  a checkpoint kept from before, which must be of the same history
  --entries FILE     the log's entry bundles from the first on, joined: what a bundle cannot show
                     (no later element, no slot twice, any kept checkpoint) is checked with them
  --json             the report as JSON
  --help             this text

It exits with 2 where it is called wrongly.
`;

/** What is to be verified. */
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

/** Reads the command's arguments; null where help is asked for. @throws CallError */
export function parseCall(args: readonly string[]): Call | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  if (values.keys === undefined) throw new CallError('--keys FILE names what is pinned; --help tells more.');
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
  try {
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
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    const [sentence = 'The arguments are not understood'] = (error as Error).message.split('. ');
    throw new CallError(`${sentence}; --help tells more.`, { cause: error });
  }
}

function subjectOf({ answer, headers }: { answer?: string; headers?: string }, files: string[]): Subject {
  const [file] = files;
  if (answer !== undefined || headers !== undefined) {
    if (answer === undefined || headers === undefined || file !== undefined) {
      throw new CallError('--answer and --headers go together, and without a bundle.');
    }
    return { kind: 'answer', body: answer, headers };
  }
  if (file === undefined || files.length > 1)
    throw new CallError('One file of bundles is named, or - for standard input.');
  return { kind: 'bundles', file };
}

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,10}$/.test(text)) throw new CallError('--max-age is a whole number of seconds.');
  return Number(text);
}
