import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeService } from './support/describe-service.js';
import { register } from './support/fixtures.js';

describeService({ name: 'a service that dies or loses its database', embedded: true }, (service, fixture) => {
  /** Registers without pause until it is stopped. @returns the acknowledged external_ids. */
  const keepRegistering = (until: () => boolean, prefix: string, writers = 16) => {
    const acknowledged: string[] = [];
    const write = async (writer: number) => {
      for (let index = 0; !until(); index += 1) {
        const external_id = `${prefix}-${writer}-${index}`;
        const record = { authority_id: fixture.authorityId, origin: 'o', content: external_id, external_id };
        const answer = await fixture.admin.post('/v1/records', record).catch(() => null);
        if (answer?.status === 201) acknowledged.push(external_id);
      }
    };
    return { acknowledged, done: Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))) };
  };

  const expectExactlyOnce = async (acknowledged: string[]) => {
    const rows = await service.sql<{ external_id: string; count: string }>(
      `SELECT element::json ->> 'external_id' AS external_id, count(*) FROM record_store.events
       WHERE element::json ->> 'external_id' = ANY ($1) GROUP BY 1`,
      [acknowledged],
    );
    expect(rows).toHaveLength(acknowledged.length);
    expect(rows.filter(({ count }) => count !== '1')).toEqual([]);
    for (const external_id of acknowledged.slice(-20)) {
      const { body } = await fixture.reader.get(`/v1/records?external_id=${external_id}`);
      const answer = await fixture.verifier.post('/v1/records/verify', { record_id: body['data'][0].id });
      // The service's log says why it refuses.
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}\n${service.errors}`);
      expect(answer.body['evidence'].provenance.verified).toBe(true);
    }
  };

  it('recovers by itself after the database has crashed and recovered', async () => {
    const [{ pid } = { pid: 0 }] = await service.sql<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = 'service' AND pid <> pg_backend_pid() LIMIT 1`,
    );
    process.kill(pid, 'SIGKILL'); // The server then closes all connections and recovers.
    await eventually(
      async () => {
        const id = await register(fixture.admin, fixture.authorityId);
        const { body } = await fixture.verifier.post('/v1/records/verify', { record_id: id });
        expect(body['evidence'].provenance.verified).toBe(true);
      },
      { timeout: 60_000 },
    );
  });

  it('answers service.unavailable while the database is away, and recovers when it is started again', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const [{ pid } = { pid: 0 }] = await service.sql<{ pid: number }>(
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
    );
    process.kill(pid, 'SIGQUIT'); // As a crash of the server: its clients are cut off, nothing is flushed.
    await eventually(
      async () => {
        const record = { authority_id: fixture.authorityId, origin: 'o', content: 'c' };
        const { status, body } = await fixture.admin.once.post('/v1/records', record);
        expect([status, body['error'].code]).toEqual([503, 'service.unavailable']);
      },
      // An answer that cannot be recorded is given up after three seconds.
      { timeout: 20_000 },
    );
    const verified = await fixture.verifier.once.post('/v1/records/verify', { record_id: id });
    expect([verified.status, verified.body['error'].code]).toEqual([503, 'service.unavailable']);
    await service.end('SIGKILL');
    await service.begin();
    expect((await fixture.verifier.post('/v1/records/verify', { record_id: id })).status).toBe(200);
  }, 240_000);

  // After a recovery, so that what is acknowledged then is shown to outlive the next kill.
  it('loses no acknowledged write to kill -9, and repeats none', async () => {
    let dead = false;
    const { acknowledged, done } = keepRegistering(() => dead, 'killed');
    try {
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(300), { timeout: 60_000 });
      await service.end('SIGKILL');
    } finally {
      dead = true;
      await done;
    }
    await service.begin();
    await expectExactlyOnce(acknowledged);
  }, 300_000);

  it('answers service.unavailable, and logs no error, where the disk of the database is full', async () => {
    const record = { authority_id: fixture.authorityId, origin: 'o', content: 'full' };
    await service.sql(`CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
    await service.sql(
      'CREATE TRIGGER full_disk BEFORE INSERT ON record_store.events EXECUTE FUNCTION public.full_disk()',
    );
    const from = service.errors.length;
    const refused = Array.from({ length: 30 }, () => fixture.admin.once.post('/v1/records', record));
    for (const { status, headers, body } of await Promise.all(refused)) {
      expect([status, body['error'].code]).toEqual([503, 'service.unavailable']);
      expect(headers.get('retry-after')).toBe('1');
    }
    await service.sql('DROP TRIGGER full_disk ON record_store.events');
    expect((await fixture.admin.post('/v1/records', record)).status).toBe(201);
    const lines = service.errors.slice(from).trim().split('\n');
    expect(lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
    const refusals = lines.filter((line) => line.includes('No space left'));
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.length).toBeLessThan(10);
  });

  it('rebuilds a view while it continues to answer and write', async () => {
    let over = false;
    // More writers would take the processor from the rebuild.
    const { acknowledged, done } = keepRegistering(() => over, 'rebuilt', 4);
    const failures: string[] = [];
    const read = (async () => {
      while (!over) {
        const { status, body } = await fixture.verifier.post('/v1/records/verify', {
          record_id: 'rec_example',
        });
        if (status !== 200 || body['evidence'].provenance.verified !== true)
          failures.push(JSON.stringify(body));
      }
    })();
    const rebuild = async (view: string) => {
      const printed = await service.command('verify-api/commands/rebuild.js', view);
      expect(printed).toMatch(new RegExp(`development: ${view} was rebuilt from \\d+ events`));
    };
    try {
      for (const view of ['records', 'directory', 'records']) await rebuild(view);
      // A busy machine has written less by then than would show a lost write.
      while (acknowledged.length <= 100) await rebuild('records');
    } finally {
      over = true;
      await Promise.all([done, read]);
    }
    expect(failures).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(100);
    await expectExactlyOnce(acknowledged);
  }, 180_000);

  it('finishes requests under way before it stops', async () => {
    const answers = Array.from({ length: 50 }, () =>
      fixture.admin.post('/v1/records', { authority_id: fixture.authorityId, origin: 'o', content: 'c' }),
    );
    const first = await Promise.race(answers);
    expect(first.status).toBe(201);
    expect(await service.end('SIGTERM')).toBe(0);
    const outcomes = await Promise.allSettled(answers);
    const answered = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(answered.every((outcome) => outcome.value.status === 201)).toBe(true);
  });
});
