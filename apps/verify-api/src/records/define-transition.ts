import type { CommandPayload, ErrorCode } from '@service/contracts';
import { RECORD_TRANSITIONS, endsRecord, recordTransitionOf, type RecordAction } from '@service/evidence';
import { askedIds } from '../admission/asked-ids.js';
import type { Call } from '../interface/call.js';
import { NEWEST_VERSION, change } from '../interface/identified-input.js';
import type { BatchItem } from '../interface/inputs/invalid-item.js';
import type { InputClass } from '../interface/inputs/member-shapes.js';
import { BatchMember, IntegerMember, TextMember } from '../interface/inputs/members.js';
import type { ReasonBody } from '../interface/inputs/reason.body.js';
import { defineOperation } from '../interface/operation.js';
import { ChangeRecords } from './change-records.js';

/** What defines a transition of records, in addition to the published rules. */
interface TransitionTerms<Action extends RecordAction, Body extends ReasonBody> {
  readonly action: Action;
  readonly summary: string;
  /** Summary of the operation on up to 100 records. */
  readonly ofMany: string;
  /** Its consequence, in words for AI models. */
  readonly means: string;
  /** Whether it cannot be undone. */
  readonly isFinal?: true;
  readonly body: InputClass<Body>;
  payloadOf(body: Body, version: number | null, call: Call): CommandPayload<`record.${Action}`>;
}

/** Defines a transition of records once: its operation, and the operation on a batch, each of whose items can fail alone. */
export function defineTransition<const Action extends RecordAction, Body extends ReasonBody>(
  terms: TransitionTerms<Action, Body>,
) {
  const { action, summary, ofMany, body, payloadOf } = terms;
  const transition = {
    access: 'write',
    stepUp: true,
    useCase: ChangeRecords,
  } as const;
  return {
    ...terms,
    one: defineOperation({
      ...transition,
      name: `records.${action}`,
      http: `POST /v1/records/:id/${action}`,
      summary,
      input: change('record_id', body),
      answer: 'Record',
      fails: failsOf(action),
      execute: (records, call, asked) =>
        records.execute(
          `record.${action}`,
          call,
          asked.record_id,
          payloadOf(asked, asked.expected_version, call),
        ),
    }),
    many: defineOperation({
      ...transition,
      name: `records.${action}_batch`,
      http: `POST /v1/records/batch/${action}`,
      summary: `${ofMany}; one result or error for each, in order`,
      input: batchOf(body),
      answer: 'RecordBatch',
      fails: ['request.batch_too_large'],
      itemsOf: ({ records }) => records.length,
      subjectsOf: (asked) => askedIds(asked),
      execute: (changing, call, { records }) =>
        changing.executeEach(`record.${action}`, call, records, (item) =>
          payloadOf(item, item.version ?? null, call),
        ),
    }),
  };
}

function failsOf(action: RecordAction): ErrorCode[] {
  const type = recordTransitionOf(action);
  const { needs_active_authority, issuer_signs } = RECORD_TRANSITIONS[type];
  return [
    'record.not_found',
    'record.transition_not_allowed',
    'record.version_conflict',
    ...(needs_active_authority ? (['authority.not_active'] as const) : []),
    ...(endsRecord(type) ? [] : (['record.history_full'] as const)),
    ...(issuer_signs === 'never' ? [] : (['record.issuer_signature_invalid'] as const)),
    ...(type === 'service.record.superseded' ? (['record.successor_invalid'] as const) : []),
  ];
}

type Item<Body> = Body & { record_id: string; version?: number };

/** A batch of bodies, each with the record that it changes. */
function batchOf<Body extends ReasonBody>(
  body: InputClass<Body>,
): InputClass<{ records: BatchItem<Item<Body>>[] }> {
  const item = class extends (body as InputClass<ReasonBody>) {};
  TextMember('The record to change. It may be in a batch once.')(item.prototype, 'record_id');
  IntegerMember('The version to change, as `If-Match`: if there is a newer one, the record is not changed.', {
    min: 1,
    max: NEWEST_VERSION,
    optional: true,
  })(item.prototype, 'version');
  const batch = class {
    records!: BatchItem<Item<Body>>[];
  };
  BatchMember(item)(batch.prototype, 'records');
  // The documents name schemas after the classes.
  const stem = body.name.replace(/Body$/, '');
  Object.defineProperty(item, 'name', { value: `${stem}Item` });
  Object.defineProperty(batch, 'name', { value: `${stem}BatchBody` });
  return batch;
}
