import { requireThat } from '../../report.ts';
import { eventually } from '../cluster/cluster.ts';
import { Caller, type Answer, type Endpoint } from './caller.ts';

type Role = 'admin' | 'verify';

/** A project of the service, with an authority and a record. */
export class Tenant {
  private service: Endpoint = { address: '', port: 0 };
  private ca = '';
  private tokens: Readonly<Record<string, string>> = {};
  private authorityId = '';
  private recordId = '';

  /**
   * Grants an authority and registers a record.
   * @param service where callers find the service.
   * @param ca the authority of the service's certificate.
   * @param printed what `bootstrap --print` wrote.
   */
  async begin(service: Endpoint, ca: string, printed: string): Promise<void> {
    this.service = service;
    this.ca = ca;
    this.tokens = (JSON.parse(printed) as { production: Record<string, string> }).production;
    const terms = { issuer: 'Registry', scope: ['verify'], valid_until: '2090-01-01T00:00:00Z' };
    const caller = this.caller();
    this.authorityId = await this.make(caller, '/v1/authorities', terms);
    this.recordId = await this.make(caller, '/v1/records', this.record());
    caller.close();
  }

  /** Verifies the record, by one request. */
  verify(caller: Caller): Promise<Answer> {
    return caller.ask('POST', '/v1/records/verify', this.token('verify'), { record_id: this.recordId });
  }

  /** Verifies it once at an address, over a new connection. */
  async verifyAt(endpoint: Endpoint): Promise<Answer> {
    const caller = this.caller(false, endpoint);
    try {
      return await this.verify(caller);
    } finally {
      caller.close();
    }
  }

  /** Registers another record, by one request. */
  register(caller: Caller): Promise<Answer> {
    return caller.ask('POST', '/v1/records', this.token('admin'), this.record());
  }

  /** @param at the Service, unless it is one of its pods. */
  caller(keepAlive = false, at = this.service): Caller {
    return new Caller(at, this.ca, keepAlive);
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
