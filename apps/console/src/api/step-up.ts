import { root } from './place.js';
import { hexOf } from '../format/hex.js';

/** The call that a step-up proof is bound to. */
export interface Act {
  method: string;
  /** `/v1/...` with its query, or `api/...`. */
  path: string;
  project_id: string | null;
  body_digest: string;
}

/** Asks the operator to authenticate again (step-up); null if they decline. */
export type ProofAsker = (act: Act) => Promise<string | null>;

let asker: ProofAsker | null = null;

/** Sets the dialog that asks. */
export function setProofAsker(next: ProofAsker | null): void {
  asker = next;
}

/** A step-up proof for one call; null if the operator declines. */
export async function proofFor(request: Request): Promise<string | null> {
  if (asker === null) return null;
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(`${root}/api`.length);
  const body = await request.clone().arrayBuffer();
  return asker({
    method: request.method,
    path: path.startsWith('/v1/') ? `${path}${search}` : `api${path}${search}`,
    project_id: request.headers.get('service-project'),
    body_digest: await digestOf(body),
  });
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${hexOf(digest)}`;
}
