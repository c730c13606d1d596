import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import { Peppers } from '../../admission/authentication/peppers/peppers.js';
import { ENVIRONMENT } from '../../infrastructure/injection-tokens.js';

/** The purpose of a seal, which is invalid for any other. */
export type SealPurpose =
  'token' | 'session' | 'device' | 'sign-in' | 'enrol' | 'step-up' | 'proof' | 'oidc' | 'vouched';

/** Bytes of a seal that a browser holds. */
const SEAL_BYTES = 32;

/**
 * Recognises what this service wrote: session rows, and the texts that browsers hold. The keys are derived from the peppers
 * of the environment, so that every replica has them and the database does not. The newest seals; all verify.
 */
@Injectable()
export class ConsoleSeals {
  private readonly keys: readonly KeyObject[];

  constructor(
    peppers: Peppers,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.keys = peppers.derive('console-sessions');
  }

  /** HMAC-SHA-256 over the purpose and the parts. */
  seal(purpose: SealPurpose, ...parts: readonly (string | number | null)[]): Buffer {
    return this.macOf(this.keys[0] as KeyObject, purpose, parts);
  }

  /** Whether a seal is of this purpose and these parts, compared in constant time. */
  isSealed(given: Buffer, purpose: SealPurpose, ...parts: readonly (string | number | null)[]): boolean {
    if (given.length !== SEAL_BYTES) return false;
    return this.keys.some((key) => timingSafeEqual(given, this.macOf(key, purpose, parts)));
  }

  /** A text that a browser may hold, and give back unchanged: `<content>.<seal>`, both in base64url. */
  write(purpose: SealPurpose, content: object): string {
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${text}.${this.seal(purpose, text).toString('base64url')}`;
  }

  /** The content of a text from `write`; null where it was not written here for this purpose. */
  read<Content extends object>(purpose: SealPurpose, sealed: string): Content | null {
    const [text = '', seal = '', ...rest] = sealed.split('.');
    if (rest.length > 0 || !this.isSealed(Buffer.from(seal, 'base64url'), purpose, text)) return null;
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Content;
  }

  private macOf(key: KeyObject, purpose: SealPurpose, parts: readonly (string | number | null)[]): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([this.environment, purpose, ...parts]))
      .digest();
  }
}
