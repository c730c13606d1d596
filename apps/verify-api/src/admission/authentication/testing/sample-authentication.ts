import { expect } from '@jest/globals';
import type { CredentialEvent, CredentialSnapshot, ProjectEvent } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { Directory } from '../../../views/directory.js';
import { Freshness } from '../../../views/freshness.js';
import type { SecretHolder } from '../../../views/secret-binding.js';
import { Authenticator } from '../authenticator.js';
import type { Caller } from '../caller.js';
import { Peppers } from '../peppers/peppers.js';
import { makeToken, parseToken, type Token } from '../tokens/token.js';

/** When requests arrive, and the moments beside it. */
export const NOW = Date.parse('2026-11-21T12:00:00.000Z');
export const BEFORE = '2026-11-21T11:59:59.999Z';
export const AT = '2026-11-21T12:00:00.000Z';
export const AFTER = '2026-11-21T12:00:00.001Z';
export const ADDRESS = '203.0.113.7';

type Issued = Extract<CredentialEvent, { type: 'service.credential.issued' }>;

/** An authenticator on a directory with one project, to which a test adds events. */
export class SampleAuthentication {
  readonly peppers = new Peppers(['secret', 'old secret']);
  readonly pepper = this.peppers.newest;
  /** Milliseconds since the directory was current. */
  age = 0;
  readonly freshness = new Freshness({ age: () => this.age }, 'directory');
  /** The token of the credential `crd_1`. */
  readonly text = makeToken('standard', 'development');
  /** Of each stream, the version of its last event. */
  readonly versions = new Map<string, number>();
  readonly warnings: unknown[][] = [];
  readonly logger = { warn: (...line: unknown[]) => void this.warnings.push(line) };
  private readonly authenticator: Authenticator;
  /** The holder of the secret that `issue` issues, as far as its HMAC covers it. */
  readonly holder: SecretHolder = {
    id: 'crd_1',
    project_id: 'prj_1',
    capabilities: ['verify', 'read'],
    authorities: null,
    allowed_ips: null,
    rate_limit: null,
  };

  constructor(readonly directory = new Directory(undefined, () => NOW)) {
    const { freshness, peppers, logger } = this;
    this.authenticator = new Authenticator(directory, freshness, peppers, 'development', logger);
    this.createProject();
  }

  createProject(): void {
    this.happened('prj_1', {
      type: 'service.project.created',
      project_id: 'prj_1',
      name: 'One',
      quota: {},
      max_credential_days: null,
      occurred_at: BEFORE,
    });
  }

  happened(stream_id: string, data: CredentialEvent | ProjectEvent | { type: 'service.event.forged' }): void {
    const version = (this.versions.get(stream_id) ?? 0) + 1;
    this.versions.set(stream_id, version);
    const event = { stream_id, type: data.type, version, element: null, data, companion: null };
    this.directory.take(event as RecordedEvent);
  }

  seal(token: string, under = this.pepper, terms: Partial<SecretHolder> = {}) {
    return under.seal(parseToken(token) as Token, { ...this.holder, ...terms });
  }

  issuedWith(changes: Partial<Issued> = {}): Issued {
    const { credential_id = 'crd_1' } = changes;
    const { id: _, ...terms } = this.holder;
    return {
      type: 'service.credential.issued',
      credential_id,
      ...terms,
      name: 'A credential',
      expires_at: null,
      metadata: {},
      secret: this.seal(this.text, this.pepper, { ...changes, id: credential_id }),
      issued_by: null,
      occurred_at: BEFORE,
      ...changes,
    };
  }

  issue(changes: Partial<Issued> = {}): void {
    this.happened('crd_1', this.issuedWith(changes));
  }

  revoke(): void {
    this.happened('crd_1', { type: 'service.credential.revoked', reason: 'lost', occurred_at: BEFORE });
  }

  suspend(): void {
    this.happened('prj_1', { type: 'service.project.suspended', reason: 'unpaid', occurred_at: BEFORE });
  }

  identify(header: string | undefined, now = NOW): CredentialSnapshot {
    return this.authenticator.identify(header, now).credential;
  }

  /** The credential that a leaked token would revoke. */
  ownerOf(token: string): CredentialSnapshot | undefined {
    return this.authenticator.ownerOf(parseToken(token) as Token, NOW);
  }

  authenticate(header: string | undefined = `Bearer ${this.text}`, address = ADDRESS, now = NOW): Caller {
    const secret = this.authenticator.identify(header, now);
    this.authenticator.requireUsable(secret, address, now);
    return this.authenticator.callerOf(secret.credential);
  }

  expectRefusal(code: string, header?: string, address?: string): void {
    expect(() => this.authenticate(header, address)).toThrow(expect.objectContaining({ code }));
  }
}
