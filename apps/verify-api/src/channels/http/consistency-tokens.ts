import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { invalidRequest, type ServiceError } from '@service/contracts';
import { Peppers } from '../../admission/authentication/peppers/peppers.js';
import type { Versions } from '../../views/shown-versions.js';

/** The header field, as people write it. */
export const CONSISTENCY_TOKEN = 'Service-Consistency-Token';

const VERSION = 'v1';
const PURPOSE = 'service-consistency-token';
/** Characters of an HMAC-SHA-256 in base64url. */
const MAC = 43;
/** The form of a token. */
export const TOKEN_FORM = /^v1\.[\w-]+\.[\w-]{43}$/;

/**
 * Signs and verifies tokens: `v1.<project and versions>.<HMAC-SHA-256>`, the parts in base64url. The keys are derived
 * from the peppers, so that every replica has them. The newest signs and all of them verify, so that replicas can
 * change to a new pepper one after the other.
 */
@Injectable()
export class ConsistencyTokens {
  private readonly newest: KeyObject;
  private readonly keys: readonly KeyObject[];

  constructor(peppers: Peppers) {
    this.newest = peppers.newest.derive(PURPOSE);
    this.keys = peppers.derive(PURPOSE);
  }

  /** @param projectId null for an operator, who has none. */
  sign(projectId: string | null, versions: Versions): string {
    const content = `${projectId ?? ''};${packVersions(versions)}`;
    const signed = `${VERSION}.${Buffer.from(content, 'latin1').toString('base64url')}`;
    return `${signed}.${macOf(signed, this.newest)}`;
  }

  /** @throws ServiceError `request.invalid` for a token that was not signed here, or that is of another project. */
  read(token: string, projectId: string | null): Versions {
    const [signed, mac] = [token.slice(0, -MAC - 1), token.slice(-MAC)];
    if (!TOKEN_FORM.test(token) || !this.isSignature(mac, signed)) throw invalid();
    const content = Buffer.from(signed.slice(VERSION.length + 1), 'base64url').toString('latin1');
    const [owner, packed = ''] = content.split(';');
    if (owner !== (projectId ?? '')) throw invalid();
    return unpackVersions(packed);
  }

  private isSignature(mac: string, signed: string): boolean {
    return this.keys.some((key) => equal(mac, macOf(signed, key)));
  }
}

function macOf(signed: string, key: KeyObject): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}

function equal(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, 'latin1'), Buffer.from(right, 'latin1'));
}

/** One error for all cases, so that it reveals nothing of another project. */
function invalid(): ServiceError {
  return invalidRequest(CONSISTENCY_TOKEN, 'must be a token that a write of this project was answered with');
}

const MOST_SHARED = 35;

/**
 * Packs versions into a short text. Each id is written as the number of characters that it shares with the one before,
 * in base 36, and the rest: ids of one batch share their kind and time, so that a hundred of them take 2 KB.
 */
function packVersions(versions: Versions): string {
  let before = '';
  const packed = [...versions]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, version]) => {
      const shared = sharedLength(before, id);
      before = id;
      return `${shared.toString(36)}${id.slice(shared)}:${version}`;
    });
  return packed.join(',');
}

/** Reads the versions from a text of `packVersions`. */
function unpackVersions(packed: string): Versions {
  let before = '';
  return new Map(
    packed.split(',').map((each) => {
      const [rest = '', version] = each.split(':');
      before = before.slice(0, Number.parseInt(rest.charAt(0), 36)) + rest.slice(1);
      return [before, Number(version)];
    }),
  );
}

function sharedLength(left: string, right: string): number {
  let shared = 0;
  while (shared < MOST_SHARED && shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared;
}
