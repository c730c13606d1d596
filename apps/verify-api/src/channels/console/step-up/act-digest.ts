import { createHash } from 'node:crypto';
import type { Environment } from '@service/contracts';
import { canonicalJson, digestText, type Digest } from '@service/evidence';
import type { Act } from '../../http/console-request.js';

/** An act, with its body’s digest in the body’s place, as a browser names it before it acts. */
export interface NamedAct extends Omit<Act, 'body'> {
  readonly bodyDigest: string;
}

/** SHA-256 of an act: a proof for another one has another. */
export function actDigest(environment: Environment, act: NamedAct): Digest {
  const { method, path, projectId, bodyDigest } = act;
  return digestText(
    canonicalJson({ body_digest: bodyDigest, environment, method, path, project_id: projectId }),
  );
}

/** The act of a request that has arrived. */
export function namedAct({ body, ...act }: Act): NamedAct {
  const digest = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  return { ...act, bodyDigest: `sha256:${digest}` };
}
