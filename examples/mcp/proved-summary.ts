import {
  canonicalJson,
  escapeTexts,
  firstFailure,
  summariseVerification,
  verifySignedAnswer,
  type JsonValue,
  type Trust,
  type VerificationEnvelope,
} from '@service/evidence';

/** The proof that `verify_record` gives to programs in `_meta`. */
export const PROOF = 'record-verification/proof';
export const NONCE = 'record-verification/nonce';

type Proof = Record<'answer' | 'request_id' | 'as_of' | 'signature' | 'path', string>;

/** The result of a tool's call. */
interface ToolResult {
  structuredContent?: unknown;
  _meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The summary of `verify_record`, after its proof is checked.
 * @param request the tool's arguments, which the signature covers.
 * @param trust keys that were pinned before.
 * @throws Error where the signature does not cover this request, nonce and answer, or the summary says something else.
 */
export function provedSummary(result: ToolResult, request: JsonValue, nonce: string, trust: Trust): unknown {
  const { structuredContent, _meta: meta } = result;
  const { answer, request_id, as_of, signature, path } = (meta?.[PROOF] ?? {}) as Proof;
  const headers = {
    'service-request-id': request_id,
    'service-evidence-as-of': as_of,
    'service-evidence-signature': signature,
    'service-evidence-path': path,
  };
  const report = verifySignedAnswer({ body: answer, headers, request, nonce }, trust, { now: new Date() });
  const failure = firstFailure(report);
  if (!report.ok) throw new Error(`It is not proved: ${failure?.check ?? report.undecided.join()}.`);
  const summary = escapeTexts(summariseVerification(JSON.parse(answer) as VerificationEnvelope, as_of));
  if (canonicalJson(summary as JsonValue) !== canonicalJson(structuredContent as JsonValue))
    throw new Error('The summary does not follow from what is signed.');
  return summary;
}
