import { answerHeaders, parseTrust, verifySignedAnswer } from '@service/evidence';
import { sha256Hex } from '@service/evidence/primitives';
import type { LoneAnswer } from '@service/evidence/case';
import { LogSession } from './log-session.js';
import type { AnswerTask, Ask, Reply, TaskName, Tasks } from './messages.js';
import { BrowserPins } from './pin-store.js';
import { trustDocument } from './pinned-trust.js';
import { ServiceLog } from './service-log.js';
import { verifyEvent } from './verify-event.js';
import { verifyEvidence } from './verify-evidence.js';
import { hexOf } from '../format/hex.js';

/** Everything that is verified happens here, beside the page, so that the page stays responsive. */

/** Environment, as the page names the worker. */
const environment = self.name;
const { origin } = self.location;
const log = new ServiceLog(`${origin}/v1/log/${environment}/`);
/** Milliseconds by which the server's clock, as the page knows it, is ahead of this browser's. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const session = new LogSession(log, new BrowserPins(), `${origin} ${environment}`, now);

type Handlers = {
  [Name in TaskName]: (asks: Tasks[Name]['asks'], id: number) => Promise<Tasks[Name]['answers']>;
};

const handlers: Handlers = {
  meet: async () => (await session.meet()).decision,
  accept: () => session.accept(),
  verify: (task, id) =>
    verifyEvidence(task, session, {
      onCheck: (finding) => reply({ id, kind: 'check', finding }),
      onProgress: progressOf(id),
    }),
  answer: async (task) => {
    const { decision } = await session.meet();
    const keys = trustDocument(decision.pin, await log.keys());
    const evidence = loneAnswer(task);
    const report = verifySignedAnswer({ ...evidence, body: evidence.answer }, parseTrust(keys));
    return { report, decision, evidence, pinned: { keys } };
  },
  caseFile: async ({ good, ...checked }) => {
    const { makeCaseFile } = await import('@service/evidence/case');
    const program = 'the page of a verification link, in the browser of its reader';
    const { bytes, name, report } = makeCaseFile({ ...checked, program });
    if (!report.ok || report.good !== good) throw new Error('The case file says otherwise than the check.');
    return { bytes, name };
  },
  event: (task) => verifyEvent(task, session),
  digest: async ({ file }) => ({ digest: `sha256:${await hashOf(await file.arrayBuffer())}` }),
  head: () => session.head(),
  entry: (task, id) => session.entry(task, progressOf(id)),
  consistency: () => session.consistency(),
};

function loneAnswer({ answer: { answer, ...signed }, recordId, nonce }: AnswerTask): LoneAnswer {
  const request = { record_id: recordId, evidence_scope: ['authority', 'state', 'verdict'] };
  return { answer, headers: answerHeaders(signed), request, nonce };
}

self.addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  void answer(data);
});

async function answer({ id, name, asks, now: at }: Ask): Promise<void> {
  ahead = at - Date.now();
  try {
    reply({ id, kind: 'result', result: await handlers[name](asks as never, id) });
  } catch (error) {
    reply({ id, kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: Reply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the page that started it is the only one
  self.postMessage(message);
}

function progressOf(id: number) {
  return (done: number, of: number) => reply({ id, kind: 'progress', done, of });
}

/** The browser’s own SHA-256 is faster; it is there where the page came over https or from this machine. */
async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  if (subtle === undefined) return sha256Hex(new Uint8Array(bytes));
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return hexOf(hash);
}
