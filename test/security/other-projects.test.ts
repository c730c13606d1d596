import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Client } from '../support/client.js';
import { describeProject } from '../support/describe-project.js';
import { grant, issue, register } from '../support/fixtures.js';
import { comparable } from './support/comparable.js';
import { shareOfLonger } from './support/share-of-longer.js';
import { pathWith, readOperations, type DocumentedOperation } from './support/operations.js';

/** Ids of everything that a project has. */
type Belongings = Record<
  'records' | 'links' | 'authorities' | 'credentials' | 'subscriptions' | 'interactions',
  string
>;

/** An id of the same kind and moment that nothing has: for a young id, the owner's newest events are asked as well. */
function missingLike(id: string): string {
  return id.slice(0, -4) + (id.endsWith('0000') ? '1111' : '0000');
}

/** What a request that is right in all but its id would send. */
const BODIES: Record<string, (id: string) => object> = {
  '/v1/records/{id}/amend': () => ({ reason: 'mine', content: 'x' }),
  '/v1/records/{id}/supersede': (id) => ({ reason: 'mine', successor_id: id }),
  '/v1/records/{id}/links': () => ({}),
  '/v1/authorities/{id}/renew': () => ({ reason: 'mine', valid_until: '2095-01-01T00:00:00.000Z' }),
  '/v1/authorities/{id}/rescope': () => ({ reason: 'mine', scope: ['everything'] }),
  '/v1/authorities/{id}/revoke': () => ({ reason: 'mine', cause: 'ceased' }),
  '/v1/credentials/{id}/rotate': () => ({ overlap_seconds: 0 }),
  '/v1/credentials/{id}': () => ({ name: 'mine' }),
  '/v1/records/{id}': () => ({ metadata: { whose: 'mine' } }),
  '/v1/subscriptions/{id}': () => ({ description: 'mine' }),
  '/v1/subscriptions/{id}/rotate': () => ({ overlap_seconds: 0 }),
  '/v1/subscriptions/{id}/test': () => ({ type: 'service.record.revoked' }),
  '/v1/subscriptions/{id}/replays': () => ({ from: new Date().toISOString() }),
};

/** What it would ask for. */
const QUERIES: Record<string, string> = {
  '/v1/subscriptions/{id}/replays/count': '?from=2026-01-01T00:00:00.000Z',
};

// OWASP API1:2023, broken object level authorization; ASVS 5.0 V8.2.2.
describeProject('another project', (_service, fixture) => {
  let operations: DocumentedOperation[];
  let theirs: Belongings;
  let stranger: Client;
  let strangeAuditor: Client;

  const belongingsOf = async (admin: Client, auditor: Client): Promise<Belongings> => {
    const authority = await grant(admin);
    const records = await register(admin, authority);
    const subscribed = await admin.post('/v1/subscriptions', {
      endpoint: 'https://receiver.example/events',
      categories: ['record'],
    });
    const history = await auditor.get('/v1/interactions?limit=1');
    const interactions = history.body['data'][0].request_id as string;
    return {
      records,
      links: (await admin.post(`/v1/records/${records}/links`, {})).body['id'] as string,
      authorities: authority,
      credentials: (await issue(admin)).id,
      subscriptions: subscribed.body['id'] as string,
      interactions,
    };
  };

  beforeAll(async () => {
    operations = await readOperations(fixture.anonymous);
    stranger = await fixture.stranger();
    strangeAuditor = (await issue(stranger, { capabilities: ['audit', 'read'] })).client;
    theirs = await belongingsOf(fixture.admin, fixture.auditor);
  });

  const callerFor = ({ capabilities }: DocumentedOperation) =>
    capabilities.includes('audit') ? strangeAuditor : stranger;

  it('finds nothing at any path with an id, byte for byte as if it did not exist', async () => {
    const tried: string[] = [];
    for (const operation of operations) {
      const { method, path, capabilities } = operation;
      const collection = path.split('/')[2] as keyof Belongings;
      if (!path.includes('{') || capabilities.includes('operator') || !(collection in theirs)) continue;
      const attempt = async (id: string) => {
        const body = operation.takesBody ? (BODIES[path]?.(id) ?? { reason: 'mine' }) : undefined;
        const sent = body === undefined ? {} : { body };
        return comparable(
          await callerFor(operation).call(method, pathWith(path, id) + (QUERIES[path] ?? ''), sent),
          id,
        );
      };
      const id = theirs[collection];
      const missing = missingLike(id);
      const answer = await attempt(id);
      expect(answer).toEqual(await attempt(missing));
      expect([method, path, answer]).toEqual([method, path, expect.objectContaining({ status: 404 })]);
      tried.push(`${method} ${path}`);
    }
    expect(tried.length).toBeGreaterThanOrEqual(26);
    const { body } = await fixture.reader.get(`/v1/records/${theirs.records}`);
    expect(body).toMatchObject({ state: 'active', version: 1 });
  });

  it('takes as long to say so, as far as a caller can tell', async () => {
    await fixture.verifier.post('/v1/records/verify', { record_id: theirs.records });
    const ask = (id: string) => () => stranger.post('/v1/records/verify', { record_id: id });
    // Again where chance or other work of the machine was on one side.
    await eventually(async () => {
      const share = await shareOfLonger(ask(theirs.records), ask(missingLike(theirs.records)));
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.7);
    });
  }, 120_000);

  it('verifies nothing of theirs, alone or in a batch', async () => {
    const missing = `rec_${'0'.repeat(26)}`;
    for (const path of ['/v1/records/verify', '/v1/records/verify/batch']) {
      const ask = async (id: string) => {
        const one = { record_id: id };
        return comparable(await stranger.post(path, path.endsWith('batch') ? { records: [one] } : one), id);
      };
      const answer = await ask(theirs.records);
      expect(answer).toEqual(await ask(missing));
      if (!path.endsWith('batch')) expect(answer).toMatchObject({ status: 404 });
    }
  });

  it('registers nothing under their authority, alone or in a batch', async () => {
    const ask = async (authority_id: string) => {
      const one = { authority_id, origin: 'o', content: 'c' };
      const alone = await stranger.post('/v1/records', one);
      const many = await stranger.post('/v1/records/batch', { records: [one] });
      return [comparable(alone, authority_id), comparable(many, authority_id)];
    };
    const answers = await ask(theirs.authorities);
    expect(answers).toEqual(await ask(`aut_${'0'.repeat(26)}`));
    expect(answers[0]).toMatchObject({ status: 404 });
  });

  it('has none of their deliveries attempted, alone or in a batch', async () => {
    const deliveryOfTheirs = () =>
      eventually(async () => {
        const { body } = await fixture.admin.get(`/v1/deliveries?subscription_id=${theirs.subscriptions}`);
        expect(body['data']).not.toEqual([]);
        return String(body['data'][0].id);
      });
    await register(fixture.admin, theirs.authorities);
    const id = await deliveryOfTheirs();
    const ask = async (of: string) => [
      comparable(await stranger.call('POST', `/v1/deliveries/${of}/retry`), of),
      comparable(await stranger.post('/v1/deliveries/retry', { delivery_ids: [of] }), of),
    ];
    const answers = await ask(id);
    expect(answers).toEqual(await ask(missingLike(id)));
    expect(JSON.stringify(answers[1])).toContain('delivery.not_found');
  });

  it('limits no credential to their authority', async () => {
    const ask = async (id: string) => {
      const wanted = { name: 'x', capabilities: ['read'], authorities: [id] };
      return comparable(await stranger.post('/v1/credentials', wanted), id);
    };
    const answer = await ask(theirs.authorities);
    expect(answer).toEqual(await ask(`aut_${'0'.repeat(26)}`));
    expect(answer).toMatchObject({ status: 400 });
  });

  describe('lists', () => {
    it.each(['/v1/records', '/v1/authorities', '/v1/credentials', '/v1/subscriptions', '/v1/interactions'])(
      '%s show nothing of theirs, not even by filter or cursor',
      async (path) => {
        const [own, foreign] = [path.endsWith('interactions') ? strangeAuditor : stranger, fixture.admin];
        const page = await (path.endsWith('interactions') ? fixture.auditor : foreign).get(`${path}?limit=1`);
        const cursor = page.body['next_cursor'] as string | null;
        const filters = [
          '',
          ...(path === '/v1/records' ? [`?authority_id=${theirs.authorities}`] : []),
          ...(path === '/v1/interactions' ? [`?subject=${theirs.records}`] : []),
        ];
        if (cursor !== null) {
          const { status, body: refused } = await own.get(`${path}?cursor=${cursor}`);
          expect([status, refused['error'].details?.[0].field]).toEqual([400, 'cursor']);
        }
        for (const filter of filters) {
          const { status, text, body: shown } = await own.get(path + filter);
          expect([filter, status]).toEqual([filter, 200]);
          for (const id of Object.values(theirs)) {
            // Who asked for what is theirs finds in its own history what it asked for, and that it was in vain; of a
            // batch the line says only that it was answered.
            const askedInVain = (line: { subjects?: string[]; outcome?: string; operation?: string }) =>
              line.subjects?.includes(id) === true &&
              (line.outcome === 'refused' || line.operation === 'records.verify_batch');
            const times = (shown['data'] as object[]).filter(askedInVain).length;
            expect([filter, id, text.split(id).length - 1]).toEqual([filter, id, times]);
          }
          expect(text).not.toContain(fixture.projectId);
        }
      },
    );
  });

  it('may use the same external_id', async () => {
    await register(fixture.admin, fixture.authorityId, { external_id: 'shared' });
    await register(stranger, await grant(stranger), { external_id: 'shared' });
  });

  it('names no record of theirs as successor', async () => {
    const own = await register(stranger, await grant(stranger));
    const named = { reason: 'r', successor_id: theirs.records };
    const { status, body } = await stranger.post(`/v1/records/${own}/supersede`, named);
    expect([status, body['error'].code]).toEqual([422, 'record.successor_invalid']);
  });

  it('sees only its own usage', async () => {
    const { body } = await strangeAuditor.get('/v1/usage');
    const verified = (body['data'] as { operation: string; outcome: string }[]).filter(
      ({ operation, outcome }) => operation === 'records.verify' && outcome === 'succeeded',
    );
    expect(verified).toEqual([]);
  });
});
