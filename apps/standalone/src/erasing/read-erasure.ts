import { parseArgs } from 'node:util';
import { ENVIRONMENTS } from '@service/contracts';
import type { ProjectErasure } from '@service/history';
import { normalAddress } from '@service/platform/addresses';
import { StartError } from '@service/platform/errors';
import type { NotedSubject } from './erase-metadata-of.js';
import type { ReasonedSubject } from './erase-reasons-of.js';

const USAGE = `Use: npm run erase -- --project prj_… [--credential crd_…] [--address A] [--before ISO] [--environment E]
  for addresses and user agents in the history, with a credential (or lnk_…, or oauth:… for the subject of access tokens), an
  address or a moment at least, or
npm run erase -- --project prj_… --record rec_… (or --authority aut_…) [--environment E]
  for the reasons of its transitions, and a record’s metadata, or
npm run erase -- --project prj_… --subscription sub_… [--environment E]
  for its metadata, or
npm run erase -- --operator opr_… [--environment E]
  for what is personal of somebody who signs in to the Console: name, address, keys, sessions, and the addresses and user
  agents of what they did in all projects.`;

/** The subject whose texts are erased. */
export type ErasedSubject = ReasonedSubject | (NotedSubject & { kind: 'subscription' });

/** What to erase: personal data of the history, the texts of a subject, or an operator; in every environment, or in one. */
type WantedErasure = { only: string | undefined } & (
  { history: ProjectErasure } | { subject: ErasedSubject } | { operatorId: string }
);

/**
 * Parses the words after the command.
 * @throws StartError where they are invalid.
 */
export function readErasure(words: string[]): WantedErasure {
  const { project, credential, address, before, environment: only, ...named } = parse(words);
  const { record, authority, subscription, operator } = named;
  const ofHistory = (credential ?? address ?? before) !== undefined;
  const kinds = Object.values(named).length + (ofHistory ? 1 : 0);
  // People belong to no project.
  if ((project === undefined) !== (operator !== undefined) || kinds !== 1) throw new StartError(USAGE);
  if (only !== undefined && !(ENVIRONMENTS as readonly string[]).includes(only)) {
    throw new StartError(`--environment must be one of ${ENVIRONMENTS.join(', ')}.`);
  }
  if (operator !== undefined) return { only, operatorId: operator };
  const projectId = project as string;
  if (record !== undefined) return { only, subject: { kind: 'record', id: record, projectId } };
  if (authority !== undefined) return { only, subject: { kind: 'authority', id: authority, projectId } };
  if (subscription !== undefined) {
    return { only, subject: { kind: 'subscription', id: subscription, projectId } };
  }
  if (before !== undefined && Number.isNaN(Date.parse(before))) {
    throw new StartError('--before must be a moment, like 2030-01-01T00:00:00.000Z.');
  }
  const moment = before === undefined ? undefined : new Date(before).toISOString();
  // As the history stores it; another form of the same address would find nothing.
  const stored = address === undefined ? undefined : normalAddress(address);
  if (stored === null)
    throw new StartError('--address must be an IP address, like 192.0.2.1 or 2001:db8::1.');
  return { only, history: { projectId, credentialId: credential, address: stored, before: moment } };
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
    'operator',
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
