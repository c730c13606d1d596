import { openSync } from 'node:fs';
import { readFile, stat, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { verifyDelivery } from '@service/events';
import { eventually } from '@service/testing';
import { CommandLine } from './support/command-line.js';
import { describeService } from './support/describe-service.js';
import { register, uniqueName } from './support/fixtures.js';
import { Receiver } from './support/receiver.js';

const PATIENCE = 120_000;

describeService('the command-line client', (service, fixture) => {
  let folder: string;
  let rvs: CommandLine;
  let receiver: Receiver;
  /** Stands before the service, so that its address stays the same when it is begun again. */
  let front: Server;
  let url: string;
  /** What the front makes of the text of an answer. */
  let lie = (text: string): string => text;

  const json = (text: string) => JSON.parse(text) as Record<string, never>;
  const lines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map(json);
  const at = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'command-line-'));
    rvs = new CommandLine(at('config'), folder);
    receiver = await Receiver.start();
    front = createServer((request, response) => {
      const pass = async () => {
        const chunks = (await request.toArray()) as Buffer[];
        const headers = { ...request.headers } as Record<string, string>;
        delete headers['host'];
        delete headers['connection'];
        delete headers['content-length'];
        const answer = await fetch(service.baseUrl + String(request.url), {
          method: String(request.method),
          headers: { ...headers, 'accept-encoding': 'identity' },
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        });
        const text = await answer.text();
        const fields = Object.fromEntries(answer.headers);
        delete fields['content-length'];
        delete fields['transfer-encoding'];
        response.writeHead(answer.status, fields).end(lie(text));
      };
      pass().catch(() => response.destroy());
    });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const login = await rvs.run(['login', '--url', url], service.tokens.development.admin);
    expect(login).toMatchObject({ code: 0, stdout: '' });
    expect(login.stderr).toMatch(/pinned by this first use is the key of its log: records\.localhost/);
  }, PATIENCE);

  afterAll(async () => {
    await receiver?.stop();
    front?.closeAllConnections();
    front?.close();
    await rm(folder, { recursive: true });
  });

  it('keeps the token in a file that only its user can read, and prints it nowhere', async () => {
    const token = service.tokens.development.admin;
    const file = at('config/profiles/default/profile.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(token);
    const shown = await Promise.all(
      [['whoami'], ['profile', 'show'], ['profile', 'list'], ['records', 'read', 'rec_none', '--json']].map(
        (words) => rvs.run(words),
      ),
    );
    expect(shown.map(({ code }) => code)).toEqual([0, 0, 0, 3]);
    expect(JSON.stringify(shown)).not.toContain(token);
    expect(json(shown[0]?.stdout ?? '')).toMatchObject({ profile: 'default', verifies: true, url });
    expect(json(shown[3]?.stderr ?? '')).toMatchObject({ error: { code: 'record.not_found' } });
  });

  it('sends the token of a login to no other address', async () => {
    const { code, stderr } = await rvs.run(['whoami', '--url', service.baseUrl]);
    expect([code, stderr]).toEqual([4, expect.stringContaining(`is for ${url} alone`)]);
  });

  it('verifies a record, and withholds an answer that was changed on the way', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const good = await rvs.run(['verify', id]);
    expect([good.code, json(good.stdout)]).toMatchObject([
      0,
      { record: { id }, evidence: { verdict: { result: 'passed' } } },
    ]);
    lie = (text) =>
      text.replace('"result":"passed"', '"result":"failed"').replace('"state":"active"', '"state":"expired"');
    try {
      const bad = await rvs.run(['verify', id]);
      expect(bad).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('The answer is withheld'),
      });
      expect((await rvs.run(['bundle', 'read', id, '--out', 'bad.json'])).code).toBe(1);
    } finally {
      lie = (text) => text;
    }
    expect((await rvs.run(['bundle', 'read', id, '--out', 'bundle.json'])).code).toBe(0);
    expect(await rvs.run(['bundle', 'verify', 'bundle.json'])).toMatchObject({ code: 0, stderr: '' });
    const made = await rvs.run(['case', id]);
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringMatching(/^Written: test-data-rec_\w+\.zip\. Test data: Record rec_\w+ .* is good/),
    ]);
    expect((await rvs.run(['case', id])).stderr).toContain('is there already');
    expect((await rvs.run(['verify', 'rec_none'])).code).toBe(3);
  });

  it('changes records as its options say, and lists them line by line', async () => {
    const name = uniqueName();
    const words = [
      '--authority-id',
      fixture.authorityId,
      '--origin',
      'o',
      '--content',
      'c',
      '--metadata',
      'team=x',
    ];
    const made = json((await rvs.run(['records', 'register', ...words, '--external-id', name])).stdout);
    expect(made).toMatchObject({ external_id: name, metadata: { team: 'x' } });
    const id = String(made['id']);
    const again = await rvs.run(['records', 'register', ...words, '--external-id', name]);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringMatching(/^record\.already_exists: .*\[req_/),
    ]);
    const suspended = await rvs.run(['records', 'suspend', id, '--reason', 'r', '--if-match', '1']);
    expect(json(suspended.stdout)).toMatchObject({ state: 'suspended', version: 2 });
    expect((await rvs.run(['verify', id])).code).toBe(1);
    const listed = await rvs.run(['records', 'list', '--state', 'suspended', '--external-id', name]);
    expect(lines(listed.stdout)).toMatchObject([{ id, state: 'suspended' }]);
    const path = `/v1/records?state=suspended&state=active&external_id=${name}`;
    expect(json((await rvs.run(['api', 'GET', path])).stdout)).toMatchObject({ data: [{ id }] });
  });

  it(
    'imports a table once, although it is killed within it',
    async () => {
      // Without names of their own: only the call itself can know what it has registered.
      const origin = `https://import.example/${uniqueName()}`;
      const rows = Array.from({ length: 450 }, (_, index) => `${origin},"row, ""${index}"""`);
      await writeFile(at('rows.csv'), ['origin,content', ...rows, ''].join('\n'));
      const words = [
        'records',
        'import',
        'rows.csv',
        '--authority-id',
        fixture.authorityId,
        '--at-once',
        '2',
      ];
      const killed = rvs.start(words);
      await eventually(
        async () => expect((await readFile(at('rows.csv.results.ndjson'))).length).toBeGreaterThan(0),
        {
          timeout: 60_000,
        },
      );
      await killed.end('SIGKILL');
      const ended = await rvs.run([...words, '--verify']);
      expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/^passed: 450$/m) });
      const results = lines(await readFile(at('rows.csv.results.ndjson'), 'utf8'));
      expect(results.map(({ line }) => Number(line)).toSorted((one, other) => one - other)).toEqual(
        rows.map((_, index) => index + 2),
      );
      const { stdout } = await rvs.run(['records', 'list', '--origin-prefix', origin, '--all']);
      expect(lines(stdout)).toHaveLength(450);
      const once = await rvs.run(words);
      expect(once.stderr).toContain('450 lines were completed by an earlier call');
      await writeFile(at('refused.csv'), 'origin,content\n,"without an origin"\n');
      const refused = await rvs.run(words.map((word) => word.replace('rows', 'refused')).concat('--verify'));
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^refused: 1\nEach.*\n$/m)]);
    },
    PATIENCE,
  );

  it(
    'forwards every event in order, over kill -9 of itself and of the service',
    async () => {
      const path = receiver.newPath();
      const words = ['listen', '--forward-to', receiver.url(path)];
      const secret = (await rvs.run(['listen', '--print-secret'])).stdout.trim();
      let listening = rvs.start(words);
      const begun = () =>
        eventually(() => expect(listening.stderr).toContain('Listening to'), { timeout: 60_000 });
      await begun();
      const ids: string[] = [];
      const act = async () => {
        const id = await register(fixture.admin, fixture.authorityId);
        ids.push(id);
        await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'r' });
        await fixture.admin.post(`/v1/records/${id}/reinstate`, { reason: 'r' });
      };
      const arrived = () =>
        receiver.at(path).map(({ event }) => `${event['record_id']} ${event['subject'].version}`);
      const expectAll = () =>
        eventually(
          () => {
            const got = arrived();
            for (const id of ids) for (const version of [1, 2, 3]) expect(got).toContain(`${id} ${version}`);
          },
          { timeout: 60_000 },
        );
      await act();
      await expectAll();
      await listening.end('SIGKILL');
      const killedAt = arrived().at(-1);
      await act();
      listening = rvs.start(words);
      await begun();
      await expectAll();
      await service.end('SIGKILL');
      await service.begin();
      await act();
      await expectAll();
      // It refuses one: the later ones wait for it.
      receiver.on(path, (_, response) => void response.writeHead(500).end());
      const before = arrived().length;
      await act();
      await eventually(() => expect(arrived().length).toBeGreaterThan(before + 1), { timeout: 60_000 });
      expect(new Set(arrived().slice(before))).toEqual(new Set([`${ids.at(-1)} 1`]));
      receiver.on(path, (_, response) => void response.writeHead(204).end());
      await expectAll();
      expect(await listening.end('SIGINT')).toBe(130);
      // Once each, those aside that were refused.
      const taken = [...new Map(receiver.at(path).map((each) => [each.event['id'], each])).values()];
      expect(taken.map(({ event }) => `${event['record_id']} ${event['subject'].version}`)).toEqual(
        ids.flatMap((id) => [1, 2, 3].map((version) => `${id} ${version}`)),
      );
      // Beside those, only the one that was being posted when the listener was killed may have come twice.
      const counts = new Map<string, number>();
      for (const each of arrived()) counts.set(each, (counts.get(each) ?? 0) + 1);
      const twice = [...counts].filter(([each, count]) => count > 1 && each !== `${ids.at(-1)} 1`);
      expect([[], [[killedAt, 2]]]).toContainEqual(twice);
      for (const { headers, text } of taken) {
        const own = Object.fromEntries(
          Object.entries(headers).filter(([name]) => !name.startsWith('webhook-')),
        );
        expect(verifyDelivery(own as never, Buffer.from(text), [secret]).id).toBe(
          headers['service-event-id'],
        );
        const standard = Object.fromEntries(
          Object.entries(headers).filter(([name]) => !name.startsWith('service-')),
        );
        expect(verifyDelivery(standard as never, Buffer.from(text), [secret]).id).toBe(headers['webhook-id']);
      }
    },
    PATIENCE,
  );

  it(
    'makes what a file declares, once, and finishes a call that was killed',
    async () => {
      const team = uniqueName();
      const hook = receiver.url('/applied');
      const declared = (categories: string) => `
        authorities: [{ issuer: ${team}, scope: [records], valid_until: 2040-01-01T00:00:00Z }]
        credentials: [{ name: ${team}, capabilities: [verify], authorities: [${team}] }]
        subscriptions: [{ description: ${team}, endpoint: '${hook}', categories: [${categories}] }]`;
      await writeFile(at('declared.yaml'), declared('record'));
      const apply = (...words: string[]) => rvs.run(['apply', 'declared.yaml', ...words]);
      const unsafe = await apply();
      expect([unsafe.code, unsafe.stderr]).toEqual([2, expect.stringContaining('--secrets DIR')]);

      const killed = rvs.start(['apply', 'declared.yaml', '--secrets', 'secrets']);
      lie = (text) => {
        if (text.includes('"token":"svc_')) killed.child.kill('SIGKILL');
        return text;
      };
      expect(await killed.ended).toBe(-1);
      lie = (text) => text;
      const finished = await apply('--secrets', 'secrets');
      expect([finished.code, lines(finished.stdout)]).toMatchObject([
        0,
        [
          { act: 'rotate', kind: 'credential' },
          { act: 'create', kind: 'subscription' },
        ],
      ]);
      const token = await readFile(at(`secrets/credential.${team}`), 'utf8');
      expect(token).not.toBe('');
      expect((await stat(at(`secrets/credential.${team}`))).mode & 0o777).toBe(0o600);
      expect(
        (await rvs.run(['whoami', '--no-verify'], '', { SERVICE_TOKEN: token, SERVICE_URL: url })).code,
      ).toBe(0);
      expect(finished.stdout + finished.stderr).not.toContain(token);
      expect(await apply('--secrets', 'secrets')).toMatchObject({ code: 0, stdout: '' });

      const [{ id }] = (await fixture.admin.get('/v1/subscriptions?state=active')).body['data'].filter(
        ({ description }: { description: string }) => description === team,
      );
      await fixture.admin.patch(`/v1/subscriptions/${id}`, { categories: ['authority'] });
      const drift = await apply('--plan');
      expect([drift.code, lines(drift.stdout)]).toMatchObject([
        1,
        [{ act: 'change', name: team, differs: ['categories'] }],
      ]);
      expect((await apply()).code).toBe(0);
      expect(await apply('--plan')).toMatchObject({ code: 0, stdout: '' });

      await writeFile(at('declared.yaml'), 'subscriptions: []');
      const asked = await apply('--prune');
      expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('confirm with --yes')]);
      expect((await apply('--prune', '--yes')).code).toBe(0);
      expect((await fixture.admin.get(`/v1/subscriptions/${id}`)).body['state']).toBe('revoked');
    },
    PATIENCE,
  );

  it(
    'gives operators the roles that a file declares, and removes those whom it does not name',
    async () => {
      const auditor = [{ project_id: fixture.projectId, role: 'auditor' }];
      const { id } = (await fixture.operator.post('/v1/operators', { grants: auditor, name: 'Ada' })).body;
      await writeFile(at('team.json'), JSON.stringify({ operators: [{ id, grants: auditor }] }));
      const apply = (...words: string[]) =>
        rvs.run(['apply', 'team.json', ...words], '', {
          SERVICE_TOKEN: service.tokens.development.operator,
          SERVICE_URL: url,
        });
      expect(await apply()).toMatchObject({ code: 0, stdout: '' });
      await fixture.operator.post(`/v1/operators/${id}/change-roles`, {
        grants: [{ project_id: null, role: 'owner' }],
        reason: 'By hand.',
      });
      const drift = await apply('--plan');
      expect([drift.code, lines(drift.stdout)]).toMatchObject([
        1,
        [{ kind: 'operator', differs: ['grants'] }],
      ]);
      expect((await apply()).code).toBe(0);
      const read = async () => (await fixture.operator.get(`/v1/operators/${id}`)).body;
      expect(await read()).toMatchObject({ grants: auditor, state: 'invited' });
      await writeFile(at('team.json'), JSON.stringify({ operators: [] }));
      expect((await apply('--prune')).stderr).toContain('confirm with --yes');
      expect((await apply('--prune', '--yes')).code).toBe(0);
      expect(await read()).toMatchObject({ state: 'removed' });
    },
    PATIENCE,
  );

  it(
    'makes what a file declares once, though it is called twice at once',
    async () => {
      const name = uniqueName();
      await writeFile(at('twice.yaml'), `credentials: [{ name: ${name}, capabilities: [verify] }]`);
      const words = ['apply', 'twice.yaml', '--secrets', 'twice'];
      const both = await Promise.all([rvs.run(words), rvs.run(words)]);
      // The later one is refused, or sees what the first has made.
      expect(both.map(({ code }) => code)).toContain(0);
      const list = await rvs.run(['credentials', 'list', '--all']);
      expect(lines(list.stdout).filter((each) => each['name'] === name)).toHaveLength(1);
    },
    PATIENCE,
  );

  it('ends as a shell expects it', async () => {
    const none = await rvs.run(['whoami'], '', { SERVICE_TOKEN: 'svc_dev_none' });
    const away = await rvs.run(['whoami', '--url', 'http://127.0.0.1:1'], '', {
      SERVICE_TOKEN: 'svc_dev_none',
    });
    const wrong = await rvs.run(['records', 'lst']);
    expect([none.code, away.code, wrong.code]).toEqual([4, 5, 2]);
    const production = { SERVICE_TOKEN: 'svc_prod_none', SERVICE_URL: url };
    const unasked = await rvs.run(['records', 'revoke', 'rec_1', '--reason', 'r'], '', production);
    expect([unasked.code, unasked.stderr]).toEqual([
      2,
      expect.stringMatching(/^This would change production at /),
    ]);
    expect(
      (await rvs.run(['records', 'revoke', 'rec_1', '--reason', 'r', '--yes'], '', production)).code,
    ).toBe(4);
    const closed = rvs.start(['records', 'list']);
    closed.child.stdout?.destroy();
    expect([await closed.ended, closed.stderr]).toEqual([141, '']);
    const full = rvs.start(['records', 'list'], {}, openSync('/dev/full', 'w'));
    expect([await full.ended, full.stderr]).toEqual([6, expect.stringMatching(/^The output .* no space/)]);
  });
});
