import { createHash } from 'node:crypto';
import type { Environment } from '@service/contracts';
import { canonicalJson, digestText, type Digest } from '@service/evidence';
import type { Act } from '../../http/console-request.js';

/** An act with a digest in place of its body, as a browser names it in advance. */
export interface NamedAct extends Omit<Act, 'body'> {
  readonly bodyDigest: string;
}

/** SHA-256 of an act, which binds a proof to it. */
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
