import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@service/contracts';
import type { Pepper } from '../../credentials/pepper.js';
import type { Versions } from '../../views/shown-versions.js';
import { packVersions, unpackVersions } from './pack-versions.js';

/** The header field, as people write it. */
export const CONSISTENCY_TOKEN = 'Service-Consistency-Token';

const VERSION = 'v1';
const FORM = /^(v1\.[\w-]+)\.([\w-]{43})$/;

/**
 * Signs what was written and reads what was signed: `v1.<project and versions>.<HMAC-SHA-256>`, the parts in
 * base64url. The key is derived from the pepper, so that every replica has it.
 */
export class ConsistencyTokens {
  private readonly key: Buffer;

  constructor(pepper: Pepper) {
    this.key = pepper.derive('service-consistency-token');
  }

  /** @param projectId null for an operator, who has none. */
  sign(projectId: string | null, versions: Versions): string {
    const content = `${projectId ?? ''};${packVersions(versions)}`;
    const signed = `${VERSION}.${Buffer.from(content, 'latin1').toString('base64url')}`;
    return `${signed}.${this.macOf(signed)}`;
  }

  /** @throws ServiceError `request.invalid` for what was not signed here, or for another project. */
  read(token: string, projectId: string | null): Versions {
    const [, signed, mac] = FORM.exec(token) ?? [];
    if (signed === undefined || mac === undefined || !equal(mac, this.macOf(signed))) throw invalid();
    const content = Buffer.from(signed.slice(VERSION.length + 1), 'base64url').toString('latin1');
    const [owner, packed = ''] = content.split(';');
    if (owner !== (projectId ?? '')) throw invalid();
    return unpackVersions(packed);
  }

  private macOf(signed: string): string {
    return createHmac('sha256', this.key).update(signed).digest('base64url');
  }
}

function equal(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, 'latin1'), Buffer.from(right, 'latin1'));
}

/** One refusal for all: what another project's token says is nobody's business. */
function invalid(): ServiceError {
  const issue = 'must be a token that a write of this project was answered with';
  return new ServiceError('request.invalid', { details: [{ field: CONSISTENCY_TOKEN, issue }] });
}
