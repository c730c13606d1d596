import {
  answerHeaders,
  canonicalJson,
  escapeTexts,
  refusesEveryRecord,
  summariseVerification,
  verifySignedAnswer,
  type JsonValue,
  type Trust,
  type VerificationEnvelope,
} from '@service/evidence';

/** Prefix of the service's own members of `_meta`. */
export const PROOF = 'record-verification/proof';
export const NONCE = 'record-verification/nonce';

/** Tools whose answers are signed. */
export const SIGNED_TOOLS: readonly string[] = ['verify_record', 'verify_records'];

/** The proof of an answer, as the service puts it into `_meta`. */
type Proof = Readonly<Record<'answer' | 'request_id' | 'as_of' | 'signature' | 'path', unknown>>;

/** The call of the tool. */
interface Asked {
  /** The tool's arguments that belong to the API. */
  request: JsonValue;
  nonce: string;
  /** Whether the whole envelopes are shown beside the summary. */
  full: boolean;
}

type Result = Readonly<Record<string, unknown>>;

/**
 * A sentence that says why the answer of a tool does not prove its summary; null if it does. The signature must cover the
 * request and the nonce, and the summary must follow from the signed text.
 */
export function faultOfAnswer(
  result: Result,
  { request, nonce, full }: Asked,
  trust: Trust,
  now: Date,
): string | null {
  const proof = (result['_meta'] as Result | undefined)?.[PROOF] as Proof | undefined;
  if (proof === undefined) return 'It carries no proof.';
  const headers = answerHeaders({
    request_id: String(proof.request_id),
    as_of: String(proof.as_of),
    signature: String(proof.signature),
    path: String(proof.path),
  });
  const report = verifySignedAnswer({ body: String(proof.answer), headers, request, nonce }, trust, { now });
  if (!report.ok && !refusesEveryRecord(report, String(proof.answer))) {
    // Not why: a check quotes the evidence, which could say anything to the agent.
    return report.summary;
  }
  return isShown(result['structuredContent'], String(proof.answer), String(proof.as_of), full)
    ? null
    : 'Its summary does not follow from what is signed.';
}

/** Whether the shown result is exactly the one that follows from the signed text. */
function isShown(shown: unknown, answer: string, asOf: string, full: boolean): boolean {
  const body = JSON.parse(answer) as VerificationEnvelope | { data: (VerificationEnvelope | object)[] };
  const show = (item: VerificationEnvelope | object) =>
    'record' in item ? { ...summariseVerification(item, asOf), ...(full ? { envelope: item } : {}) } : item;
  return sameJson(escapeTexts('data' in body ? { data: body.data.map(show) } : show(body)), shown);
}

function sameJson(left: unknown, right: unknown): boolean {
  return canonicalJson(JSON.parse(JSON.stringify(left))) === canonicalJson(JSON.parse(JSON.stringify(right)));
}
