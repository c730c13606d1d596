import { randomUUID } from 'node:crypto';
import type { JsonValue, Trust } from '@service/evidence';
import { faultOfAnswer, NONCE, PROOF, SIGNED_TOOLS } from './check-answer.js';
import { CHECK_EVIDENCE, checkedEvidence } from './check-evidence.js';
import { failure, type Forwarder, type Message } from './forward.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Stands between a host and the service: asks for the proof of every verification, checks it by what is pinned here, and
 * withholds an answer that is not proved.
 */
export class Bridge {
  constructor(
    private readonly forwarder: Pick<Forwarder, 'forward'>,
    private readonly trust: Trust,
  ) {}

  /** The answer to a host's message; null where it wants none. */
  async answer(message: Message): Promise<Message | null> {
    if (message.method === 'tools/list') return this.list(message);
    if (message.method !== 'tools/call') return this.forwarder.forward(message);
    const { name, arguments: given = {} } = (message.params ?? {}) as { name?: unknown; arguments?: Members };
    if (name === CHECK_EVIDENCE.name) return this.checkEvidence(message, given);
    if (SIGNED_TOOLS.includes(String(name))) return this.verify(message, given);
    return this.forwarder.forward(message);
  }

  private async list(message: Message): Promise<Message | null> {
    const answer = await this.forwarder.forward(message);
    const tools = answer?.result?.['tools'];
    if (answer === null || !Array.isArray(tools)) return answer;
    return { ...answer, result: { ...answer.result, tools: [...(tools as unknown[]), CHECK_EVIDENCE] } };
  }

  private async verify(message: Message, given: Members): Promise<Message | null> {
    const own = (message.params?.['_meta'] ?? {}) as Members;
    const nonce = typeof own[NONCE] === 'string' ? own[NONCE] : randomUUID();
    const meta = { ...own, [PROOF]: true, [NONCE]: nonce };
    const answer = await this.forwarder.forward({ ...message, params: { ...message.params, _meta: meta } });
    if (answer?.result === undefined || answer.result['isError'] === true) return answer;
    const { detail, ...request } = given;
    const asked = { request: request as JsonValue, nonce, full: detail === 'full' };
    const fault = faultOfAnswer(answer.result, asked, this.trust, new Date());
    if (fault !== null) return result(message, notProved(fault), true);
    // Of the answer, nothing else was compared with what is signed.
    const { structuredContent, _meta: proven } = answer.result as {
      structuredContent: object;
      _meta: Members;
    };
    return result(message, structuredContent, false, own[PROOF] === true ? { [PROOF]: proven[PROOF] } : null);
  }

  private async checkEvidence(message: Message, { record_id }: Members): Promise<Message> {
    if (typeof record_id !== 'string') return failure(message, 'record_id must be a text.');
    const meta = message.params?.['_meta'];
    const params = { uri: `record://${record_id}/evidence`, ...(meta === undefined ? {} : { _meta: meta }) };
    const read = await this.forwarder.forward({ ...message, method: 'resources/read', params });
    const [content] = (read?.result?.['contents'] ?? []) as { text?: string }[];
    if (content?.text === undefined) return { ...(read as Message), id: message.id };
    return result(message, checkedEvidence(record_id, content.text, this.trust, new Date()));
  }
}

function notProved(fault: string): object {
  const message = `The answer is withheld: the service did not prove it. ${fault}.`;
  return { error: { code: 'evidence.not_proved', message } };
}

function result({ id }: Message, body: object, isError = false, meta: Members | null = null): Message {
  const content = [{ type: 'text', text: JSON.stringify(body) }];
  const shown = isError ? { isError, content } : { content, structuredContent: body };
  return {
    jsonrpc: '2.0',
    id,
    result: { resultType: 'complete', ...shown, ...(meta === null ? {} : { _meta: meta }) },
  };
}
