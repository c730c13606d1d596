import { beforeAll, expect, it } from '@jest/globals';
import type { Answer, Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { register } from './support/fixtures.js';
import { operationsOf, type InterfaceDocument } from './support/fuzzing/interface-document.js';
import { Judge } from './support/fuzzing/judge.js';
import { requestsOf, type FuzzedRequest } from './support/fuzzing/requests.js';

/** Requests in all: `FUZZ=20000 npm run fuzz` sends as many. */
const REQUESTS = Number(process.env['FUZZ'] ?? 600);
/** Requests under way: while one waits for the database, others are parsed. */
const AT_ONCE = 8;
/** Milliseconds for a request on a busy machine. */
const PATIENCE = 200;

describeProject('whatever is sent', (_service, fixture) => {
  let document: InterfaceDocument;
  let known: string[];
  let clients: Record<FuzzedRequest['role'], Client>;

  beforeAll(async () => {
    document = (await fixture.anonymous.get('/v1/openapi.json')).body as unknown as InterfaceDocument;
    // A separate project, because the requests may suspend it.
    const made = await fixture.operator.post('/v1/projects', { name: 'Fuzzed' });
    const issued = await fixture.admin.post('/v1/credentials', { name: 'Fuzzed', capabilities: ['read'] });
    const subscribed = await fixture.admin.post('/v1/subscriptions', {
      endpoint: 'https://receiver.example/events',
      categories: ['record'],
    });
    known = [fixture.authorityId, 'rec_missing', made.body['id'], issued.body['id'], subscribed.body['id']];
    for (let index = 0; index < 5; index += 1) known.push(await register(fixture.admin, fixture.authorityId));
    clients = {
      admin: fixture.admin,
      operator: fixture.operator,
      verify: fixture.verifier,
      audit: fixture.auditor,
      nobody: fixture.anonymous,
    };
  });

  it(
    'the answer is documented, and no 5xx',
    async () => {
      const operations = operationsOf(document);
      const judge = new Judge(document);
      const count = Math.ceil(REQUESTS / operations.length);
      const requests = byTurns(operations.map((each) => requestsOf(each, document, known, count)));
      const problems: string[] = [];
      const statuses: Record<string, number> = {};
      const ids = [...known];
      await inLanes(AT_ONCE, requests, async (request) => {
        const { method } = request.operation;
        const path = pathOf(request, ids);
        const answer = await clients[request.role].call(method.toUpperCase(), path, {
          body: request.body,
          headers: request.headers,
        });
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        ids.push(...createdBy(answer));
        const problem = judge.problemOf(request.operation, answer);
        if (problem !== null) {
          const sent = JSON.stringify([request.body, request.headers]).slice(0, 400);
          problems.push(`${request.role}: ${method} ${path} ${sent} → ${problem}`);
        }
      });
      if (process.env['FUZZ'] !== undefined) console.log(JSON.stringify(statuses), problems.length);
      expect(problems.slice(0, 20)).toEqual([]);
    },
    60_000 + REQUESTS * PATIENCE,
  );
});

/** What ids begin with, by the first segment of the paths that have them. */
const PREFIXES: Record<string, string> = {
  records: 'rec_',
  authorities: 'aut_',
  credentials: 'crd_',
  subscriptions: 'sub_',
  projects: 'prj_',
  interactions: 'req_',
  deliveries: 'dlv_',
  events: 'evt_',
};

/** The path of a request, with ids out of those that are known by now. */
function pathOf({ operation, ids, strangers, query }: FuzzedRequest, known: readonly string[]): string {
  let index = 0;
  const prefix = PREFIXES[operation.path.split('/')[2] ?? ''] ?? '';
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'environment') return 'development';
    const stranger = strangers[index] ?? null;
    const fitting = known.filter((each) => each.startsWith(prefix));
    const chosen = fitting[(ids[index] ?? 0) % fitting.length] ?? known[(ids[index] ?? 0) % known.length];
    const id = stranger ?? chosen ?? '';
    index += 1;
    // A dot segment would be resolved by the client before it is sent.
    return /^\.{1,2}$/.test(id) ? 'dots' : encodeURIComponent(id.toWellFormed());
  });
  return query === '' ? path : `${path}?${query}`;
}

/** Only what a request created: a list would name the project and the credentials that the requests need. */
function createdBy({ status, body }: Answer): string[] {
  return [201, 202].includes(status) && typeof body['id'] === 'string' ? [body['id']] : [];
}

/** One of each list, then the next of each. */
function byTurns<Item>(lists: readonly Item[][]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** Does the work for all items, so many at once, and begins in their order. */
async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
