import { beforeAll, expect, it } from '@jest/globals';
import { MOST_DETAILS } from '@service/contracts';
import type { Client } from '../support/client.js';
import { describeProject } from '../support/describe-project.js';
import { oddBodies, type OddBody } from '../support/odd-bodies.js';
import { pathWith, readOperations, type DocumentedOperation } from './support/operations.js';

/** Requests under way at once. */
const AT_ONCE = 8;
/** Milliseconds for some thousand requests on a busy machine. */
const PATIENCE = 240_000;
const BYTES = 64 * 1024;
const BATCH_BYTES = 1024 * 1024;
/** Characters of the longest refusal: twenty details with names of 200 characters. */
const LONGEST_REFUSAL = 20_000;

// OWASP API4:2023, unrestricted resource consumption. The measured times are in `npm run bench -- refusals`.
describeProject('an odd request', (service, fixture) => {
  let operations: DocumentedOperation[];
  beforeAll(async () => {
    operations = await readOperations(fixture.anonymous);
  });

  const clientFor = ({ capabilities, open }: DocumentedOperation): Client => {
    if (open) return fixture.anonymous;
    if (capabilities.includes('operator')) return fixture.operator;
    return capabilities.includes('audit') ? fixture.auditor : fixture.admin;
  };

  let sent = 0;
  /** Reports of leaks are limited by address. */
  const fromSomewhere = () => {
    sent += 1;
    return { 'x-forwarded-for': `203.0.${Math.floor(sent / 250) % 250}.${sent % 250}` };
  };

  /** Sends everything, while another caller and the probe of the process are answered again and again. A request is made
   *  when it is sent: who makes all before the first keeps this process from seeing which idle connections the service
   *  closes meanwhile, and sends on those. */
  async function sendAll(requests: Generator<() => Promise<void>>): Promise<void> {
    let isDone = false;
    const meanwhile = async (ask: () => Promise<number>): Promise<number> => {
      let answered = 0;
      do {
        expect(await ask()).toBe(200);
        answered += 1;
      } while (!isDone);
      return answered;
    };
    const others = [
      meanwhile(async () => (await fixture.verifier.get('/v1/projects/current')).status),
      meanwhile(async () => (await fetch(`${service.adminUrl}/livez`)).status),
    ];
    const work = async () => {
      for (const request of requests) await request();
    };
    const sending = Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => (isDone = true));
    const [, ...counts] = await Promise.all([sending, ...others]);
    for (const answered of counts) expect(answered).toBeGreaterThan(0);
  }

  it(
    'is refused by every route that takes a body, with a short answer, while others are answered',
    async () => {
      const taking = operations.filter(({ takesBody }) => takesBody);
      expect(taking.length).toBeGreaterThan(20);
      const send = async (operation: DocumentedOperation, path: string, { name, text }: OddBody) => {
        const answer = await clientFor(operation).call(operation.method, path, {
          body: text,
          headers: fromSomewhere(),
        });
        const about = [operation.method, path, name, answer.status];
        // A batch has an error for each of its items.
        const items = answer.status === 200 ? answer.body['data'] : [answer.body];
        if (answer.status === 200) expect(path).toMatch(/\/batch(?:\/|$)|^\/v1\/deliveries\/retry$/);
        else expect([400, 404]).toContain(answer.status);
        const isShort = answer.text.length < LONGEST_REFUSAL * items.length;
        expect([...about, isShort]).toEqual([...about, true]);
        for (const { error } of items) {
          const { details = [] } = error;
          expect([...about, details.length <= MOST_DETAILS]).toEqual([...about, true]);
        }
      };
      const requests = function* () {
        for (const operation of taking) {
          const path = pathWith(operation.path, 'rec_missing');
          const bodies = oddBodies(operation.members, path.endsWith('/batch') ? BATCH_BYTES : BYTES);
          for (const body of bodies) yield () => send(operation, path, body);
        }
      };
      await sendAll(requests());
    },
    PATIENCE,
  );

  it(
    'with thousands of parameters is refused by every list, while others are answered',
    async () => {
      const queries = [
        Array.from({ length: 2_000 }, (_, n) => `a${n}=`).join('&'),
        Array.from({ length: 1_500 }, () => 'limit=1').join('&'),
        '&'.repeat(14_000),
        '%00'.repeat(4_500),
      ];
      const reading = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
      const send = async (operation: DocumentedOperation, query: string) => {
        const { path } = operation;
        const { status, text } = await clientFor(operation).get(`${path}?${query}`, fromSomewhere());
        expect([path, status < 500]).toEqual([path, true]);
        if (status !== 200) expect(text.length).toBeLessThan(LONGEST_REFUSAL);
      };
      const requests = function* () {
        for (const operation of reading) {
          for (const query of queries) yield () => send(operation, query);
        }
      };
      await sendAll(requests());
    },
    PATIENCE,
  );

  it.each([
    ['content-type', `application/json${' '.repeat(14_000)}x`, 415],
    ['content-type', `application/json;charset=utf-8${' '.repeat(14_000)}x`, 415],
    ['accept', `${'a/b;q=0.1,'.repeat(1_400)}a/b`, 406],
    ['prefer', `wait${' '.repeat(14_000)}x`, 400],
    ['if-match', `"${'1'.repeat(14_000)}"`, 400],
    ['service-nonce', 'x'.repeat(14_000), 400],
    ['idempotency-key', `"${'\\"'.repeat(7_000)}`, 400],
    ['service-consistency-token', `v1.${'a'.repeat(14_000)}`, 400],
    ['authorization', `Bearer ${' '.repeat(14_000)}x`, 401],
  ])('with a long %s is refused', async (name, value, status) => {
    const path =
      name === 'if-match' || name === 'idempotency-key' ? '/v1/records/x/revoke' : '/v1/records/verify';
    const answer = await fixture.admin.post(path, {}, { [name]: value });
    expect([name, answer.status]).toEqual([name, status]);
  });
});
