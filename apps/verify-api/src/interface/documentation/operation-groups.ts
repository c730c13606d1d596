/** The chapters of the interface, in the order that a newcomer needs them. */
export const TAGS = {
  Records: 'What is verified: registering records, reading them, and their transitions.',
  Verification: 'Whether a record is good, with evidence to check the answer.',
  Links: 'Addresses by which anybody sees whether one record is good, without a credential.',
  Authorities: 'Who may issue records, for what, and until when.',
  Credentials: 'Tokens: what they may do, their rotation and revocation.',
  Subscriptions: 'Endpoints that events are posted to, their secrets, and replays.',
  Deliveries: 'What became of each event on its way to each subscription.',
  Events: 'What happened to records, authorities, credentials and subscriptions, by polling.',
  'Usage and history': 'Who asked for what and how it ended, and what of it counts.',
  Projects: 'The caller’s own project; all of them for operators.',
  Team: 'People: their invitations, their roles in projects, and their removal.',
  Log: 'The transparency log and its keys, which anybody reads without a credential.',
  Documents: 'The descriptions of this interface, which anybody reads without a credential.',
} as const;

type TagName = keyof typeof TAGS;

/** The chapter of the operations whose names begin with a noun. */
const CHAPTERS: Record<string, TagName> = {
  records: 'Records',
  links: 'Links',
  authorities: 'Authorities',
  credentials: 'Credentials',
  subscriptions: 'Subscriptions',
  replays: 'Subscriptions',
  deliveries: 'Deliveries',
  events: 'Events',
  event_categories: 'Events',
  interactions: 'Usage and history',
  usage: 'Usage and history',
  status: 'Usage and history',
  projects: 'Projects',
  operators: 'Team',
  log: 'Log',
  documents: 'Documents',
};

/** Operations on records that answer whether they are good. */
const VERIFYING = ['records.verify', 'records.verify_batch', 'records.evidence'];

/**
 * The id of an operation in the document, from which clients name their methods: `records.verifyBatch` for
 * `records.verify_batch`.
 */
export function operationIdOf(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The chapter that describes an operation.
 * @throws TypeError where no chapter has the operation's noun.
 */
export function tagOf(name: string): TagName {
  const chapter = VERIFYING.includes(name) ? 'Verification' : CHAPTERS[name.slice(0, name.indexOf('.'))];
  if (chapter === undefined) throw new TypeError(`No chapter has ${name}.`);
  return chapter;
}
