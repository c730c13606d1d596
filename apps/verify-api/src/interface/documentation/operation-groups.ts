/** A group of operations, as the document and the generated clients name it. */
interface OperationGroup {
  /** Prefix of the ids of its operations: `records` in `records.register`. */
  readonly id: string;
  readonly tag: TagName;
}

/** The chapters of the interface, in the order that a newcomer needs them. */
export const TAGS = {
  Records: 'What is verified: registering records, reading them, and their transitions.',
  Verification: 'Whether a record is good, with evidence to check the answer.',
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

/** The groups, by the noun that the names of their operations begin with. */
const GROUPS: Record<string, OperationGroup> = {
  record: { id: 'records', tag: 'Records' },
  authority: { id: 'authorities', tag: 'Authorities' },
  credential: { id: 'credentials', tag: 'Credentials' },
  subscription: { id: 'subscriptions', tag: 'Subscriptions' },
  replay: { id: 'subscriptions.replays', tag: 'Subscriptions' },
  delivery: { id: 'deliveries', tag: 'Deliveries' },
  event: { id: 'events', tag: 'Events' },
  event_category: { id: 'eventCategories', tag: 'Events' },
  interaction: { id: 'interactions', tag: 'Usage and history' },
  usage: { id: 'usage', tag: 'Usage and history' },
  status: { id: 'status', tag: 'Usage and history' },
  project: { id: 'projects', tag: 'Projects' },
  operator: { id: 'operators', tag: 'Team' },
  log: { id: 'log', tag: 'Log' },
  openapi: { id: 'documents.openapi', tag: 'Documents' },
  asyncapi: { id: 'documents.asyncapi', tag: 'Documents' },
  errors: { id: 'documents.errors', tag: 'Documents' },
};

/** Operations on records that answer whether they are good. */
const VERIFYING = ['record.verify', 'record.verify_batch', 'record.evidence'];

/**
 * The id of an operation in the document, from which clients name their methods: `records.verifyBatch` for
 * `record.verify_batch`.
 * @throws TypeError where no group has the operation's noun.
 */
export function operationIdOf(name: string): string {
  return `${groupOf(name).id}.${camelCase(name.slice(name.indexOf('.') + 1))}`;
}

/** The chapter that describes an operation. */
export function tagOf(name: string): TagName {
  return VERIFYING.includes(name) ? 'Verification' : groupOf(name).tag;
}

function groupOf(name: string): OperationGroup {
  const group = GROUPS[name.slice(0, name.indexOf('.'))];
  if (group === undefined) throw new TypeError(`No group of operations has ${name}.`);
  return group;
}

function camelCase(words: string): string {
  return words.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
