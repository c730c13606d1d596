import type { Command, CommandPayload } from '@service/contracts';
import {
  RECORD_TRANSITIONS,
  type Digest,
  type PlainRecordAction,
  type RecordEvent,
  type RecordEventType,
  type RecordState,
} from '@service/evidence';
import type { AuthorityFacts, RecordCommand, RecordFacts } from '../records/record.decider.js';

/** A digest in the right form, of no content. */
export const digest = (digit: string): Digest => `sha256:${digit.repeat(64)}`;

/** Reference of an element to its authority. */
const named = { id: 'aut_1', version: 1, digest: digest('a') };
export const authority: AuthorityFacts = {
  reference: named,
  issuer: 'Example Registry',
  public_key: null,
  state: 'active',
};
const chain = { log: 'example.org/log/development', project_id: 'prj_1' };

/** The facts of a decision at a time. */
export const factsAt = (moment: string, changes: Partial<RecordFacts> = {}): RecordFacts => ({
  now: new Date(moment),
  record_id: 'rec_1',
  ...chain,
  digest: digest('d'),
  authority,
  successor_state: 'active',
  ...changes,
});

export const expiresAt = '2027-01-01T00:00:00.000Z';
export const reason = 'because';
const change = { reason, expected_version: null };

/** The registration of a record that has an end. */
export const registered: RecordEvent = {
  type: 'service.record.registered',
  occurred_at: '2026-11-21T03:00:00.000Z',
  authority: named,
  issuer: 'Example Registry',
  state: 'active',
  origin: 'https://registry.example/42',
  external_id: null,
  expires_at: expiresAt,
  successor_id: null,
  content_digest: digest('1'),
  issuer_signature: null,
};
export const suspended: RecordEvent = {
  ...registered,
  type: 'service.record.suspended',
  state: 'suspended',
};

/** The history of a record in a state: null for none. */
export function historyOf(state: RecordState | null): RecordEvent[] {
  if (state === null) return [];
  if (state === 'active') return [registered];
  const types = Object.keys(RECORD_TRANSITIONS) as RecordEventType[];
  const type = types.find((each) => RECORD_TRANSITIONS[each].to === state) ?? registered.type;
  return [registered, { ...registered, type, state, successor_id: state === 'superseded' ? 'rec_2' : null }];
}

/** The commands that set a record's content. */
export const register = (
  changes: Partial<CommandPayload<'record.register'>> = {},
): Command<'record.register'> => ({
  type: 'record.register',
  payload: {
    authority_id: 'aut_1',
    origin: registered.origin,
    external_id: null,
    expires_at: expiresAt,
    content_digest: registered.content_digest,
    issuer_signature: null,
    ...changes,
  },
});
export const amend = (changes: Partial<CommandPayload<'record.amend'>> = {}): Command<'record.amend'> => ({
  type: 'record.amend',
  payload: { ...change, content_digest: digest('2'), ...changes },
});
const plain = <Action extends PlainRecordAction>(action: Action) =>
  ({ type: `record.${action}`, payload: change }) as Command<`record.${Action}`>;
export const suspend = plain('suspend');
export const reinstate = plain('reinstate');
export const revoke = plain('revoke');
export const supersede = (successor_id = 'rec_2'): Command<'record.supersede'> => ({
  type: 'record.supersede',
  payload: { ...change, successor_id, authorities: null },
});
export const expire = { type: 'record.expire' } as const;

/** The command that makes each transition. */
export const commandOf = (type: RecordEventType): RecordCommand => {
  const rule = RECORD_TRANSITIONS[type];
  if (type === 'service.record.registered') return register();
  if (!('action' in rule)) return expire;
  if (rule.action === 'amend') return amend();
  return rule.action === 'supersede' ? supersede() : plain(rule.action);
};
