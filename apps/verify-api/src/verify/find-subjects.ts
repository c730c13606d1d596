import { Injectable } from '@nestjs/common';
import { ServiceError, invalidRequest, isStorable } from '@service/contracts';
import { LOOKUPS, digestText, type Lookup } from '@service/evidence';
import { Admission } from '../admission/admission.js';
import { InvalidItem, type BatchItem } from '../interface/inputs/invalid-item.js';
import type { RequestContext } from '../interface/request-context.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { LogHead } from '../views/log-head.js';
import { MOST_CANDIDATES, type LookUpRequest, type LookUpResults } from '../views/records/look-up-records.js';
import { RecordReader } from '../views/records/record-reader.js';
import type { FoundSubject } from './found-subject.js';
import { namesRecord, type VerifyBody } from './verify.bodies.js';
import { VerifyRecords } from './verify-records.js';

/** Most candidates of a look-up that one operation pays for. */
const CANDIDATES_OF_OPERATION = 32;

type Match = LookUpResults['matches'][number];

/** Finds the records that requests name, by their ids or by look-ups. */
@Injectable()
export class FindSubjects {
  constructor(
    private readonly records: RecordReader,
    private readonly verifyRecords: VerifyRecords,
    private readonly views: GatewayViews,
    private readonly admission: Admission,
  ) {}

  /**
   * One record for each request, in order; or its refusal: `request.invalid`, `record.not_found`,
   * `record.too_many_matches`. Look-ups share one query, and are charged by the records that they considered.
   * @param seconds to wait until the log has the newest element of each; 0 for none.
   * @returns also the log position that the answer holds as of.
   * @throws ServiceError `service.unavailable` where the view is behind that position.
   */
  async execute(
    context: RequestContext,
    bodies: readonly BatchItem<VerifyBody>[],
    seconds: number,
  ): Promise<{ subjects: (FoundSubject | ServiceError)[]; asOf: LogHead }> {
    const asOf = await this.views.heads.current();
    const subjects = await this.find(context, bodies, asOf);
    if (seconds === 0) return { subjects, asOf };
    await this.verifyRecords.awaitReceipts(context.caller, idsOf(subjects), seconds);
    // A look-up can find another record by now.
    return this.execute(context, bodies, 0);
  }

  private async find(
    context: RequestContext,
    bodies: readonly BatchItem<VerifyBody>[],
    { within }: LogHead,
  ): Promise<(FoundSubject | ServiceError)[]> {
    const { caller } = context;
    const asked = bodies.map((body) =>
      body instanceof InvalidItem ? body.error : refusalOr(() => readSubject(body, caller)),
    );
    const lookUps = asked.flatMap((each) => ('request' in each ? [each.request] : []));
    const found = await this.lookUp(caller, lookUps, within);
    const price = lookUps.reduce((sum, request) => sum + priceOf(found.get(request) ?? null), 0);
    this.admission.charge(context, price);
    return asked.map((each) => {
      if (!('request' in each)) return each;
      const match = found.get(each.request) ?? null;
      if (match === 'too many') return new ServiceError('record.too_many_matches');
      if (match === null) return new ServiceError('record.not_found');
      const { recordId, matches, revoked_matches } = match;
      const { by: member, value } = each.request;
      return { recordId, lookup: { by: each.by, member, value, matches, revoked_matches } };
    });
  }

  private async lookUp(
    { projectId, authorities }: AskingCaller,
    requests: readonly LookUpRequest[],
    within: bigint,
  ): Promise<Map<LookUpRequest, Match>> {
    const storable = requests.filter(({ value }) => isStorable(value));
    if (storable.length === 0 || projectId === null) return new Map();
    const matches = await this.records.lookUp({ projectId, authorities }, storable, within);
    return new Map(storable.map((request, index) => [request, matches[index] ?? null]));
  }
}

/** Operations that a look-up costs beyond the one that admission counted. */
function priceOf(match: Match): number {
  const candidates = match === 'too many' ? MOST_CANDIDATES : (match?.matches ?? 0);
  return Math.floor(candidates / CANDIDATES_OF_OPERATION);
}

/** The ids of the records that were found. */
export function idsOf(subjects: readonly (FoundSubject | ServiceError)[]): string[] {
  return subjects.flatMap((subject) => (subject instanceof ServiceError ? [] : [subject.recordId]));
}

type Asked = FoundSubject | { by: Lookup['by']; request: LookUpRequest };

/** @throws ServiceError `request.invalid` unless the body names a record in exactly one way. */
function readSubject(body: VerifyBody, caller: AskingCaller): Asked {
  if (namesRecord(body)) return { recordId: body.record_id, lookup: null };
  const [by, ...more] = LOOKUPS.filter((member) => body[member] !== undefined);
  if (by === undefined || more.length > 0 || body.record_id !== undefined) {
    throw invalidRequest(
      '',
      'must name the record by exactly one of record_id, external_id, content_digest and content; authority_id only narrows the last three',
    );
  }
  const value = body[by] ?? '';
  const authorities = reachedWithin(caller, body.authority_id);
  if (by === 'external_id') return { by, request: { by, value, authorities } };
  const digest = by === 'content' ? digestText(value) : value;
  return { by, request: { by: 'content_digest', value: digest, authorities } };
}

/** The authorities whose records count: null for all. */
function reachedWithin({ authorities }: AskingCaller, wanted: string | undefined): readonly string[] | null {
  if (wanted === undefined) return authorities;
  return authorities === null || authorities.includes(wanted) ? [wanted] : [];
}

function refusalOr<Value>(read: () => Value): Value | ServiceError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
