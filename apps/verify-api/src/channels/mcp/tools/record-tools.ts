import { RECORD_TRANSITIONS, recordTransitionOf, type RecordAction } from '@service/evidence';
import { authorityOperations } from '../../../authorities/authority.operations.js';
import { recordOperations } from '../../../records/record.operations.js';
import { recordTransitions } from '../../../records/record.transitions.js';
import { DATA_NOTE, page, shownPage, text, textOrNull } from './tool-forms.js';
import { DETAIL, SHORT_PAGE, defineTool, type Tool, type ToolTerms } from './tool.js';

const RECORD = { id: text, state: text };
const PAGE = { data: page, next_cursor: textOrNull };

/** Shorter than the API's descriptions: a model reads them with each list of tools. */
const FILTERS = {
  state: { description: 'Any of these.' },
  authority_id: { description: undefined },
  external_id: { description: 'Your own name for it.' },
  content_digest: { description: '`sha256:` and hex.' },
  origin_prefix: { description: 'How its origin begins.' },
  from: { description: 'Registered from.' },
  to: { description: 'Registered before.' },
  updated_from: { description: 'Changed last from.' },
  updated_to: { description: 'Changed last before.' },
  metadata: { description: 'Pairs `key=value`.' },
  verdict: null,
};

/** Tools that read records and the authorities behind them. */
export const readTools: readonly Tool[] = [
  defineTool({
    name: 'read_record',
    title: 'Read a record',
    description: `Reads a record as it is registered. It proves nothing: verify_record tells whether the record is good. ${DATA_NOTE}`,
    operation: recordOperations.read,
    output: RECORD,
  }),
  defineTool({
    name: 'list_records',
    title: 'List records',
    description: `Lists records, newest first, by the filters given. Use it where you do not know the id. ${DATA_NOTE}`,
    operation: recordOperations.list,
    input: { ...SHORT_PAGE, ...FILTERS },
    output: PAGE,
  }),
  defineTool({
    name: 'read_record_history',
    title: 'Read a record’s history',
    description: `Lists all that happened to a record, oldest first: who registered, amended, suspended or revoked it, when and why. ${DATA_NOTE}`,
    operation: recordOperations.history,
    input: { ...SHORT_PAGE, detail: DETAIL },
    output: PAGE,
    show: (answer, { full }) => (full ? (answer as object) : shownHistory(answer as History)),
  }),
  defineTool({
    name: 'read_authority',
    title: 'Read an authority',
    description: `Reads who issues records, for what scope, until when, and whether the authority is still active. ${DATA_NOTE}`,
    operation: authorityOperations.read,
    output: { ...RECORD, issuer: text },
  }),
];

interface History {
  data: Record<string, unknown>[];
  reasons: { sequence: number; reason: string }[];
  next_cursor: string | null;
}

/** Leaves out the members that only programs check, such as salts and signatures. */
function shownHistory({ data, reasons, next_cursor }: History): object {
  const reasonOf = new Map(reasons.map(({ sequence, reason }) => [sequence, reason]));
  return shownPage(next_cursor, data, ({ sequence, type, state, occurred_at, origin, ...rest }) => ({
    sequence,
    type,
    state,
    occurred_at,
    origin,
    content_digest: rest['content_digest'],
    authority_id: (rest['authority'] as { id?: unknown } | undefined)?.id,
    reason: reasonOf.get(sequence as number) ?? null,
  }));
}

const SIGNED = {
  issuer_signature: { pattern: undefined, description: 'If the authority has a public_key.' },
  sequence: { minimum: undefined, maximum: undefined, description: 'As signed.' },
  previous: { pattern: undefined, description: 'As signed.' },
};
const UNSIGNED = { issuer_signature: null, sequence: null, previous: null };

const CONTENT = {
  origin: { description: 'Where the record comes from.' },
  content_digest: { description: '`sha256:` and hex.' },
  content: { description: 'Hashed, never stored.' },
  ...SIGNED,
  external_id: { description: 'Your own name for it, unique.' },
  expires_at: { description: 'In the future.' },
  metadata: { description: 'Your own notes, pairs of texts.' },
};

const PERMANENT = 'The change is public for good.';

/** Tools that change records. They exist only for credentials that may write. */
export const writeTools: readonly Tool[] = [
  defineTool({
    name: 'register_record',
    title: 'Register a record',
    description: `Registers a record under an authority. Give exactly one of content_digest and content. ${PERMANENT}`,
    operation: recordOperations.register,
    input: { ...CONTENT, authority_id: { description: 'Its issuer.' } },
    output: RECORD,
  }),
  ...Object.values(recordTransitions).map(({ action, one, means, isFinal = false }) =>
    defineTool({
      name: `${action}_record`,
      title: `${action[0]?.toUpperCase()}${action.slice(1)} a record`,
      description: `${means} ${PERMANENT}`,
      operation: one,
      input: inputOf(action),
      output: RECORD,
      destructive: isFinal,
    }),
  ),
];

/** A model does without the signature where the issuer does. */
function inputOf(action: RecordAction): NonNullable<ToolTerms['input']> {
  if (action === 'amend') return CONTENT;
  const signed = RECORD_TRANSITIONS[recordTransitionOf(action)].issuer_signs === 'must' ? SIGNED : UNSIGNED;
  return { ...signed, ...(action === 'supersede' ? { successor_id: { description: undefined } } : {}) };
}
