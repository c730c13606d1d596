import { parseArgs } from 'node:util';
import { ENVIRONMENTS } from '@service/contracts';
import type { Erasure } from '@service/history';
import { StartError } from '@service/platform/errors';
import type { NotedSubject } from './erase-metadata-of.js';
import type { ReasonedSubject } from './erase-reasons-of.js';

const USAGE = `Use: npm run erase -- --project prj_… [--credential crd_…] [--address A] [--before ISO] [--environment E]
  for addresses and user agents in the history, with a credential (or oauth:… for the subject of access tokens), an
  address or a moment at least, or
npm run erase -- --project prj_… --record rec_… (or --authority aut_…) [--environment E]
  for the reasons of its transitions, and a record’s metadata, or
npm run erase -- --project prj_… --subscription sub_… [--environment E]
  for its metadata.`;

/** The subject whose texts are erased. */
export type ErasedSubject = ReasonedSubject | (NotedSubject & { kind: 'subscription' });

/** What to erase: personal data of the history, or the texts of a subject; in every environment, or in one. */
type WantedErasure = { only: string | undefined } & (
  { history: Erasure; subject: null } | { history: null; subject: ErasedSubject }
);

/**
 * Parses the words after the command.
 * @throws StartError where they are invalid.
 */
export function readErasure(words: string[]): WantedErasure {
  const { project, credential, address, before, environment: only, ...named } = parse(words);
  const { record, authority, subscription } = named;
  const ofHistory = (credential ?? address ?? before) !== undefined;
  const kinds = Object.values(named).length + (ofHistory ? 1 : 0);
  if (project === undefined || kinds !== 1) throw new StartError(USAGE);
  if (only !== undefined && !(ENVIRONMENTS as readonly string[]).includes(only)) {
    throw new StartError(`--environment must be one of ${ENVIRONMENTS.join(', ')}.`);
  }
  if (record !== undefined) {
    return { only, history: null, subject: { kind: 'record', id: record, projectId: project } };
  }
  if (authority !== undefined) {
    return { only, history: null, subject: { kind: 'authority', id: authority, projectId: project } };
  }
  if (subscription !== undefined) {
    return { only, history: null, subject: { kind: 'subscription', id: subscription, projectId: project } };
  }
  if (before !== undefined && Number.isNaN(Date.parse(before))) {
    throw new StartError('--before must be a moment, like 2030-01-01T00:00:00.000Z.');
  }
  const moment = before === undefined ? undefined : new Date(before).toISOString();
  const history = { projectId: project, credentialId: credential, address, before: moment };
  return { only, history, subject: null };
}

function parse(words: string[]) {
  const text = { type: 'string' } as const;
  const names = [
    'project',
    'credential',
    'address',
    'before',
    'record',
    'authority',
    'subscription',
    'environment',
  ] as const;
  const options = Object.fromEntries(names.map((name) => [name, text])) as Record<
    (typeof names)[number],
    typeof text
  >;
  try {
    return parseArgs({ args: words, options }).values;
  } catch (error) {
    throw new StartError(USAGE, { cause: error });
  }
}
