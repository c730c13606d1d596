import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ID_PREFIXES, timeOfId, type LinkSecret, type LinkSnapshot } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import type { Pepper } from '../admission/authentication/peppers/pepper.js';

/** What a link's HMAC covers before the secret: a copied one is worthless for another record, project end or proof. */
type LinkHolder = Pick<LinkSnapshot, 'id' | 'project_id' | 'record_id' | 'proof' | 'expires_at'>;

/** The credential of a link: its id and its secret. */
export interface LinkKey {
  id: string;
  /** 32 bytes in base64url. */
  secret: string;
}

const KEY = new RegExp(`^(${ID_PREFIXES.link}[0-9A-Z]{26})_([\\w-]{43})$`);

/** A new secret: 256 bits. */
export function makeLinkSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** @returns null for a text of any other form. */
export function parseLinkKey(text: string): LinkKey | null {
  const [, id = '', secret = ''] = KEY.exec(text) ?? [];
  return timeOfId(id, 'link') === null ? null : { id, secret };
}

/** The form in which a link's secret is stored. */
export function sealLinkSecret(pepper: Pepper, secret: string, holder: LinkHolder): LinkSecret {
  return { hmac: hmacOf(pepper, secret, holder).toString('hex'), pepper_id: pepper.id };
}

/** Whether a secret is that of a link, compared in constant time. */
export function isLinkSecret(
  pepper: Pepper,
  secret: string,
  link: LinkHolder & { secret: LinkSecret },
): boolean {
  const stored = Buffer.from(link.secret.hmac, 'hex');
  const hmac = hmacOf(pepper, secret, link);
  return stored.length === hmac.length && timingSafeEqual(hmac, stored);
}

function hmacOf(pepper: Pepper, secret: string, holder: LinkHolder): Buffer {
  const { id: link_id, project_id, record_id, proof, expires_at } = holder;
  const covered = canonicalJson({ link_id, project_id, record_id, proof, expires_at });
  return pepper.hmac(`link/v1\n${covered}\n${secret}`);
}
