import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EvidenceBundle } from '@service/evidence';
import type { Answer } from '../support/client.js';
import { describeProject } from '../support/describe-project.js';
import { register } from '../support/fixtures.js';
import { ChangedLog } from './support/changed-log.js';
import { answerChecker, bundleChecker, logChecker } from './support/programs.js';

const VERIFY = '/v1/records/verify';
const NONCE = 'a-nonce-of-mine';
/** Milliseconds for what fills more than a tile of the log. */
const PATIENCE = 120_000;
const TILE_WIDTH = 256;
const AT_ONCE = 16;

const [checkBundle, checkLog, checkAnswer] = await Promise.all([
  bundleChecker(),
  logChecker(),
  answerChecker(),
]);

/** A text with another character at one place, which Base64 has too. */
function change(text: string, at: number): string {
  const other = text[at] === 'B' ? 'C' : 'B';
  return text.slice(0, at) + other + text.slice(at + 1);
}

describeProject('programs of third parties', (service, fixture) => {
  let folder: string;
  let vkey: string;

  const keep = async (name: string, content: unknown) => {
    const path = join(folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const registerMany = (count: number) =>
    Promise.all(Array.from({ length: count }, () => register(fixture.admin, fixture.authorityId)));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interop-'));
    const { body } = await fixture.anonymous.get('/v1/log/development/keys');
    vkey = body['log'].vkeys[0];
    await keep('keys.json', body);
  });
  afterAll(() => rm(folder, { recursive: true }));

  (checkBundle === null ? describe.skip : describe)('on a bundle, in Go', () => {
    let bundle: EvidenceBundle;

    const check = async (of: unknown) => {
      const { code, stdout } = (await checkBundle?.(await keep('bundle.json', of), vkey)) ?? {};
      return { code, lines: stdout?.trimEnd().split('\n') ?? [] };
    };

    beforeAll(async () => {
      const id = await register(fixture.admin, fixture.authorityId);
      for (const transition of ['suspend', 'reinstate', 'revoke']) {
        const { status } = await fixture.admin.post(`/v1/records/${id}/${transition}`, { reason: 'r' });
        expect(status).toBe(200);
      }
      await fixture.admin.patch(`/v1/authorities/${fixture.authorityId}`, { scope: ['verify', 'more'] });
      await fixture.verifier.post(VERIFY, { record_id: id }, { prefer: 'wait=10' });
      // Read after the log grew and before the gateway knows, so the bundle has a consistency proof.
      do {
        await registerMany(2);
        const answer = await fixture.verifier.get(`/v1/records/${id}/evidence`);
        expect(answer.status).toBe(200);
        bundle = answer.body as unknown as EvidenceBundle;
      } while (bundle.consistency.from === bundle.consistency.to);
    }, PATIENCE);

    it('verify a valid one', async () => {
      const { code, lines } = await check(bundle);
      const subjects = Object.keys(bundle.inclusion).sort();
      expect(subjects.length).toBeGreaterThanOrEqual(4);
      expect(lines).toEqual(
        [
          'bundle',
          'checkpoint',
          'elements',
          ...subjects.map((subject) => `inclusion of ${subject}`),
          'consistency',
          'receipt',
        ].map((name) => `ok   ${name}`),
      );
      expect(code).toBe(0);
    });

    it('reject the key of another log', async () => {
      const outcome = await checkBundle?.(await keep('bundle.json', bundle), change(vkey, vkey.length - 3));
      expect(outcome?.code).toBe(1);
    });

    it.each<[check: string, change: (bundle: EvidenceBundle) => void]>([
      ['checkpoint', (of) => (of.checkpoint = change(of.checkpoint, of.checkpoint.indexOf('\n\n') - 4))],
      ['checkpoint', (of) => (of.checkpoint = change(of.checkpoint, of.checkpoint.length - 6))],
      ['elements', ({ record: [first] }) => Object.assign(first ?? {}, { origin: 'https://x.example' })],
      ['elements', ({ record }) => record.splice(1, 1)],
      [
        'elements',
        ({ record: [, second] }) => Object.assign(second ?? {}, { salt: change(second?.salt ?? '', 3) }),
      ],
      [
        'inclusion of rec_',
        ({ inclusion, record: [first] }) => {
          const subject = first?.record_id ?? '';
          const text = inclusion[subject] ?? '';
          inclusion[subject] = change(text, text.indexOf('\n', text.indexOf('index ')) + 5);
        },
      ],
      ['inclusion of rec_', ({ record }) => record.pop()],
      ['consistency', ({ consistency: { proof } }) => proof.splice(0, 1, change(proof[0] ?? '', 5))],
      ['consistency', ({ answer }) => (answer.as_of = answer.as_of.replace(/ \d+ /, ' 1 '))],
      [
        'receipt',
        ({ answer: { body } }) => {
          const { receipt } = (body['evidence'] as { provenance: { receipt: { inclusion_proof: string[] } } })
            .provenance;
          receipt.inclusion_proof.splice(0, 1, change(receipt.inclusion_proof[0] ?? '', 5));
        },
      ],
    ])('find a changed one bad: %s', async (name, changeIt) => {
      const changed = structuredClone(bundle);
      changeIt(changed);
      const { code, lines } = await check(changed);
      expect(code).toBe(1);
      expect(lines.find((line) => line.startsWith('FAIL'))).toMatch(new RegExp(`^FAIL ${name}`));
    });
  });

  (checkAnswer === null ? describe.skip : describe)('on an answer, in Python', () => {
    interface Kept {
      answer: string;
      headers: string;
      request: string;
      keys?: string;
    }
    const inTurn: Kept[] = [];
    let batch: Kept;

    /** As `curl -D` writes them. */
    const headerLines = ({ status, headers }: Answer) =>
      [`HTTP/1.1 ${status} OK`, ...Array.from(headers, ([name, value]) => `${name}: ${value}`), '', ''].join(
        '\r\n',
      );
    const ask = async (request: object, path = VERIFY): Promise<Kept> => {
      const answer = await fixture.verifier.post(path, request, { 'service-nonce': NONCE });
      expect(answer.status).toBe(200);
      return { answer: answer.text, headers: headerLines(answer), request: JSON.stringify(request) };
    };
    const check = async (kept: Kept, ...words: string[]) => {
      const files = await Promise.all(
        Object.entries(kept).map(async ([name, content]) => [`--${name}`, await keep(name, content)]),
      );
      const keys = kept.keys === undefined ? ['--keys', join(folder, 'keys.json')] : [];
      return checkAnswer?.(...files.flat(), ...keys, '--nonce', NONCE, ...words);
    };
    const good = { code: 0, stdout: 'ok   statement\nok   path\nok   signature\n' };

    beforeAll(async () => {
      const ids = await registerMany(AT_ONCE);
      batch = await ask({ records: ids.map((record_id) => ({ record_id })) }, `${VERIFY}/batch`);
      // Those that are ready in one turn share a signature.
      do inTurn.push(...(await Promise.all(ids.map((record_id) => ask({ record_id })))));
      while (!inTurn.some(({ headers }) => /^service-evidence-path: \d+\/\d+,/m.test(headers)));
    }, PATIENCE);

    const sharing = () =>
      inTurn.find(({ headers }) => /^service-evidence-path: \d+\/\d+,/m.test(headers)) as Kept;

    it('verify a valid one, alone, among others and of a batch', async () => {
      expect(
        await check(await ask({ record_id: fixture.recordId, evidence_scope: ['state'] })),
      ).toMatchObject(good);
      expect(await check(sharing())).toMatchObject(good);
      expect(await check(batch, '--path', `${VERIFY}/batch`)).toMatchObject(good);
    });

    it('verify one that was stored in another form', async () => {
      const kept = sharing();
      const members = Object.entries(JSON.parse(kept.answer) as object).reverse();
      const answer = JSON.stringify(Object.fromEntries(members), null, 2);
      expect(await check({ ...kept, answer })).toMatchObject(good);
    });

    it.each<[what: string, change: (kept: Kept) => Partial<Kept>]>([
      ['the answer', ({ answer }) => ({ answer: change(answer, answer.indexOf('registry.example')) })],
      ['the request', ({ request }) => ({ request: change(request, request.indexOf('rec_') + 8) })],
      [
        'the position',
        ({ headers }) => ({ headers: headers.replace(/(?<=^service-evidence-as-of: \S+ )/m, '1') }),
      ],
      [
        'the path',
        ({ headers }) => ({ headers: change(headers, headers.indexOf(',', headers.search(/-path: /)) + 3) }),
      ],
      [
        'the signature',
        ({ headers }) => ({
          headers: change(headers, headers.indexOf('..', headers.search(/-signature: /)) + 9),
        }),
      ],
    ])('find %s changed', async (_what, changed) => {
      const kept = sharing();
      expect(await check({ ...kept, ...changed(kept) })).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('FAIL BadSignatureError'),
      });
    });

    it('reject an answer to another request', async () => {
      expect(await check(sharing(), '--nonce', 'another')).toMatchObject({ code: 1 });
    });
  });

  (checkLog === null ? describe.skip : describe)('on the log, of Tessera', () => {
    const url = () => `${service.baseUrl}/v1/log/development/`;
    /** Its output: the exit code is always 0. With few workers it waits forever after a fault. */
    const check = async (of: string) => {
      const words = [
        `--storage_url=${of}`,
        `--public_key=${await keep('vkey', vkey)}`,
        '--ui=false',
        '--N=16',
      ];
      return (await checkLog?.(...words))?.stderr;
    };

    beforeAll(async () => {
      const size = async () => Number((await (await fetch(`${url()}checkpoint`)).text()).split('\n')[1]);
      while ((await size()) <= TILE_WIDTH) await registerMany(AT_ONCE);
    }, PATIENCE);

    it('find it whole, over more than one tile', async () => {
      const said = await check(url());
      expect(said).toContain('Successfully fsck');
      expect(said).not.toContain('failed');
    });

    it.each(['checkpoint', 'tile/0/', 'tile/1/', 'tile/entries/'])(
      'find a changed byte in %s',
      async (where) => {
        await using changed = await ChangedLog.serve(url(), where);
        const said = await check(changed.url);
        expect(said).toContain('fsck failed');
        expect(said).not.toContain('Successfully');
      },
    );
  });
});
