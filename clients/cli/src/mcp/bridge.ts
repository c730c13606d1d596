import { randomUUID } from 'node:crypto';
import { RECORD_ACTIONS, type JsonValue, type Trust } from '@service/evidence';
import { isObject, parseJson } from '../json.js';
import { faultOfAnswer, NONCE, PROOF, SIGNED_TOOLS } from './check-answer.js';
import { CHECK_EVIDENCE, checkedEvidence } from './check-evidence.js';
import type { Forwarder } from './forward.js';
import { codeOf, failure, type Message } from './message.js';

type Members = Readonly<Record<string, unknown>>;

/** The tools shown to the host: the service could list look-alikes. */
const KNOWN_TOOLS: readonly string[] = [
  ...SIGNED_TOOLS,
  'read_evidence_bundle',
  'read_record',
  'list_records',
  'read_record_history',
  'read_authority',
  'list_events',
  'list_interactions',
  'explain_error',
  'register_record',
  ...RECORD_ACTIONS.map((action) => `${action}_record`),
];

const UNPROVEN = 'The service refused the call. A refusal is not signed: it proves nothing about any record.';

/**
 * A proxy between host and service: it requests the proof of every verification, checks it with the pinned keys, and
 * withholds unproven answers and every text of a refusal. It passes on, unchanged, how the
 * service describes its tools and resources.
 */
export class Bridge {
  constructor(
    private readonly forwarder: Pick<Forwarder, 'forward'>,
    private readonly trust: Trust,
  ) {}

  /** The answer to a host's message; null for a notification. */
  async answer(message: Message): Promise<Message | null> {
    if (message.method === 'tools/list') return this.list(message);
    if (message.method !== 'tools/call') return this.forwarder.forward(message);
    // A tool call that is a notification could not be checked.
    if (message.id === undefined) return null;
    const { name, arguments: given = {} } = (message.params ?? {}) as { name?: unknown; arguments?: Members };
    if (name === CHECK_EVIDENCE.name) return this.checkEvidence(message, given);
    if (isOneOf(SIGNED_TOOLS, name)) return this.verify(message, given);
    if (!isOneOf(KNOWN_TOOLS, name)) return failure(message, 'There is no such tool.');
    const answer = await this.forwarder.forward(message);
    return refusalOf(message, answer) ?? result(message, structuredOf(answer));
  }

  private async list(message: Message): Promise<Message | null> {
    const answer = await this.forwarder.forward(message);
    const listed = answer?.result?.['tools'];
    if (answer === null || !Array.isArray(listed)) return answer;
    const known = listed.filter((tool) => isObject(tool) && isOneOf(KNOWN_TOOLS, tool['name']));
    return { ...answer, result: { ...answer.result, tools: [...(known as unknown[]), CHECK_EVIDENCE] } };
  }

  private async verify(message: Message, given: Members): Promise<Message> {
    const own = metaOf(message);
    const nonce = typeof own[NONCE] === 'string' ? own[NONCE] : randomUUID();
    const meta = { ...own, [PROOF]: true, [NONCE]: nonce };
    const answer = await this.forwarder.forward({ ...message, params: { ...message.params, _meta: meta } });
    const refusal = refusalOf(message, answer);
    if (refusal !== null) return refusal;
    const { detail, ...request } = withoutNulls(given);
    const asked = { request: request as JsonValue, nonce, full: detail === 'full' };
    const fault = faultOfAnswer(answer?.result ?? {}, asked, this.trust, new Date());
    if (fault !== null) return result(message, notProved(fault), true);
    const proof = own[PROOF] === true ? { [PROOF]: proofOf(answer) } : null;
    return result(message, structuredOf(answer), false, proof);
  }

  private async checkEvidence(message: Message, { record_id }: Members): Promise<Message> {
    if (typeof record_id !== 'string') return failure(message, 'record_id must be a text.');
    const nonce = randomUUID();
    const params = {
      uri: `record://${encodeURIComponent(record_id)}/evidence`,
      _meta: { ...metaOf(message), [NONCE]: nonce },
    };
    const answer = await this.forwarder.forward({ ...message, method: 'resources/read', params });
    const contents: unknown = answer?.result?.['contents'];
    const first: unknown = Array.isArray(contents) ? contents[0] : undefined;
    const text = isObject(first) ? first['text'] : undefined;
    if (typeof text !== 'string') return result(message, notRead(record_id), true);
    return result(message, checkedEvidence({ record_id, nonce }, text, this.trust, new Date()));
  }
}

/** The arguments of a signed tool as the service signs them: it takes null for absent. */
function withoutNulls(given: Members): Members {
  const members = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const { records } = members;
  if (!Array.isArray(records)) return members;
  return {
    ...members,
    records: records.map((item: unknown) => (isObject(item) ? withoutNulls(item) : item)),
  };
}

function metaOf({ params }: Message): Members {
  const meta = params?.['_meta'];
  return isObject(meta) ? meta : {};
}

/** A refusal in the bridge's own words; null for an answer. Only the service's error code is passed on. */
function refusalOf(message: Message, answer: Message | null): Message | null {
  if (answer?.result === undefined) {
    const data = answer?.error?.data;
    return failure(message, UNPROVEN, codeOf(data) ?? codeOf({ error: data }));
  }
  if (answer.result['isError'] !== true) return null;
  const [content] = (Array.isArray(answer.result['content']) ? answer.result['content'] : []) as unknown[];
  const body = parseJson(isObject(content) ? String(content['text']) : '');
  const wait = isObject(body) ? body['retry_after_seconds'] : undefined;
  const error = { code: codeOf(body) ?? 'unknown', message: UNPROVEN, details: detailsOf(body) };
  return result(message, { error, ...(typeof wait === 'number' ? { retry_after_seconds: wait } : {}) }, true);
}

/** The members that an invalid request has to change. */
function detailsOf(body: unknown): unknown {
  const details = isObject(body) && isObject(body['error']) ? body['error']['details'] : undefined;
  if (!Array.isArray(details)) return undefined;
  const fields = details.map((each) => (isObject(each) ? each['field'] : undefined));
  return fields.filter((field) => typeof field === 'string' && /^[\w.[\]]{0,64}$/.test(field));
}

function isOneOf(names: readonly string[], name: unknown): boolean {
  return typeof name === 'string' && names.includes(name);
}

function proofOf(answer: Message | null): unknown {
  const meta = answer?.result?.['_meta'];
  return isObject(meta) ? meta[PROOF] : undefined;
}

function structuredOf(answer: Message | null): object {
  const structured = answer?.result?.['structuredContent'];
  return isObject(structured) ? structured : {};
}

function notProved(fault: string): object {
  const message = `The answer is withheld: the service did not prove it. ${fault}`;
  return { error: { code: 'evidence.not_proved', message } };
}

function notRead(recordId: string): object {
  const message =
    'The service gave no evidence of this record. That proves nothing, not even that there is none.';
  return { record_id: recordId, verified: false, error: { code: 'evidence.not_read', message } };
}

function result({ id }: Message, body: object, isError = false, meta: Members | null = null): Message {
  const content = [{ type: 'text', text: JSON.stringify(body) }];
  const shown = isError ? { isError, content } : { content, structuredContent: body };
  const proven = meta === null ? {} : { _meta: meta };
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', ...shown, ...proven } };
}
