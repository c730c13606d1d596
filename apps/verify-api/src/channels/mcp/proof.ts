/** Prefix of the service's own members of `_meta` (MCP, "_meta"). */
const PREFIX = 'record-verification';
export const PROOF = `${PREFIX}/proof`;
const NONCE = `${PREFIX}/nonce`;

/** The members by which a request asks for a proof. */
export interface ProofRequest {
  readonly wanted: boolean;
  readonly nonce: unknown;
}

/** The proof that `_meta` of a request asks for. */
export function proofRequestOf(meta: Readonly<Record<string, unknown>> | undefined): ProofRequest {
  return { wanted: meta?.[PROOF] === true, nonce: meta?.[NONCE] };
}
