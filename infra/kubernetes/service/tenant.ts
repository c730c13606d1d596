import { requireThat } from '../../report.ts';
import { eventually } from '../cluster/cluster.ts';
import { Caller, type Answer } from './caller.ts';
import type { Endpoint, Endpoints } from './endpoints.ts';

type Role = 'admin' | 'verify';

/** A project of the service, with an authority and a record. */
export class Tenant {
  private readonly endpoints: Endpoints;
  private ca = '';
  private tokens: Readonly<Record<string, string>> = {};
  private authorityId = '';
  private recordId = '';

  constructor(endpoints: Endpoints) {
    this.endpoints = endpoints;
  }

  /**
   * Grants an authority and registers a record.
   * @param ca the authority of the service's certificate.
   * @param printed what `bootstrap --print` wrote.
   */
  async begin(ca: string, printed: string): Promise<void> {
    this.ca = ca;
    this.tokens = (JSON.parse(printed) as { production: Record<string, string> }).production;
    const terms = { issuer: 'Registry', scope: ['verify'], valid_until: '2090-01-01T00:00:00Z' };
    const caller = this.caller();
    this.authorityId = await this.make(caller, '/v1/authorities', terms);
    this.recordId = await this.make(caller, '/v1/records', this.record());
    caller.close();
  }

  /** Verifies the record once, by the Service or at one of its addresses. */
  verify(caller: Caller, at?: Endpoint): Promise<Answer> {
    const request = [
      'POST',
      '/v1/records/verify',
      this.token('verify'),
      { record_id: this.recordId },
    ] as const;
    return at === undefined ? caller.ask(...request) : caller.askAt(at, ...request);
  }

  /** Registers another record, by one request. */
  register(caller: Caller): Promise<Answer> {
    return caller.ask('POST', '/v1/records', this.token('admin'), this.record());
  }

  /** SHA-256 of the certificate at each address. */
  async certificates(): Promise<string[]> {
    const asked = this.endpoints.all.map(async (endpoint) => {
      const caller = this.caller();
      const { certificate } = await this.verify(caller, endpoint);
      caller.close();
      return certificate;
    });
    return Promise.all(asked);
  }

  caller(keepAlive = false): Caller {
    return new Caller(this.endpoints, this.ca, keepAlive);
  }

  private async make(caller: Caller, path: string, members: object): Promise<string> {
    const { status, body } = await eventually(`${path} takes something new`, async () => {
      const made = await caller.ask('POST', path, this.token('admin'), members);
      return made.status === 503 ? undefined : made;
    });
    requireThat(status === 201, `${path} answers 201 (it was ${status} ${body.error?.code})`);
    return String(body.id);
  }

  private record(): object {
    const content = `content ${Math.random()}`;
    return { authority_id: this.authorityId, origin: 'https://registry.example/1', content };
  }

  private token(role: Role): string {
    return this.tokens[role] ?? '';
  }
}
