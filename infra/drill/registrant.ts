import { waitFor } from '@service/platform/waiting';
import { ClaimFailed, requireThat } from '../report.ts';
import type { ServiceProcess } from './service-process.ts';

/** Milliseconds in which a busy service must take a request. */
const PATIENCE = 60_000;

/** A caller of the interface, who registers records under an authority and lists them. */
export class Registrant {
  private authorityId = '';

  /** Grants the authority, and subscribes an endpoint to records. */
  async begin(service: ServiceProcess, endpoint: string): Promise<void> {
    const terms = { issuer: 'Drill Registry', scope: ['verify'], valid_until: '2090-01-01T00:00:00Z' };
    this.authorityId = await make(service, '/v1/authorities', terms);
    await make(service, '/v1/subscriptions', { endpoint, categories: ['record'] });
  }

  /** Registers a number of records. @returns their ids. */
  async register(service: ServiceProcess, count: number): Promise<string[]> {
    const ids: string[] = [];
    const record = { authority_id: this.authorityId, origin: 'https://registry.example/1' };
    while (ids.length < count) {
      ids.push(await make(service, '/v1/records', { ...record, content: `content ${ids.length}` }));
    }
    return ids;
  }

  /** Ids of all records under the authority. */
  async list(service: ServiceProcess): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor = ''; ;) {
      const path = `/v1/records?limit=100&authority_id=${this.authorityId}${cursor}`;
      const { status, body } = await service.ask('admin', 'GET', path);
      requireThat(status === 200, `records are listed: ${JSON.stringify(body)}`);
      ids.push(...(body.data ?? []).map(({ id }) => id));
      if (body.next_cursor == null) return ids;
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
  }
}

/** Makes something, and waits while the service is busy. @returns its id. */
async function make(service: ServiceProcess, path: string, members: object): Promise<string> {
  const id = await waitFor(async () => {
    const { status, body } = await service.ask('admin', 'POST', path, members);
    if (status === 503) return undefined;
    requireThat(status === 201, `${path} answers 201: ${JSON.stringify(body)}`);
    return body.id;
  }, PATIENCE);
  if (id === undefined) throw new ClaimFailed(`${path} stays unavailable.`);
  return id;
}
