import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  KeyRing,
  cosignerKey,
  formatVerifierKey,
  noteSigner,
  noteVerifier,
  openCheckpoint,
  parseVerifierKey,
  type NoteVerifier,
  type OpenedCheckpoint,
} from '@service/evidence';
import { eventually } from '@service/testing';
import { runRvs, WitnessProcess, type CommandOutcome } from './support/evidence-commands.js';
import { openFixture, register, type Fixture } from './support/fixtures.js';
import { SampleLog, checkpointOf } from '../clients/cli/src/testing/sample-log.js';
import { CheckedLog } from './support/checked-log.js';
import { databaseServer, makeRoom } from './support/run/ask.js';
import { TestService } from './support/service.js';

const ORIGIN = 'records.localhost/development';
const keys = KeyRing.generate('2026-11-21T03:00:00.000Z');
const signer = noteSigner(ORIGIN, keys.newest('checkpoint'));
const logKey = signer.verifierKey;
const vkey = formatVerifierKey(logKey);

describe('a log with witnesses', () => {
  let directory: string;
  let witnesses: WitnessProcess[];
  let service: TestService;
  let fixture: Fixture;
  let states = 0;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'witnessed-'));
    const keysFile = join(directory, 'signing-keys.json');
    await writeFile(keysFile, keys.toFileText(), { mode: 0o600 });
    witnesses = [
      await WitnessProcess.start(directory, 'first', vkey),
      await WitnessProcess.start(directory, 'second', vkey),
    ];
    const configured = witnesses.map((witness) => `${witness.vkey}@${witness.url}`).join(',');
    await makeRoom();
    service = new TestService({
      databaseServer,
      env: {
        ENVIRONMENT: 'development',
        SIGNING_KEYS_FILE: keysFile,
        LOG_WITNESSES: configured,
      },
    });
    await service.begin();
    fixture = await openFixture(service);
  }, 180_000);

  afterAll(async () => {
    await service?.dispose();
    for (const witness of witnesses ?? []) await witness.end('SIGKILL');
    await rm(directory, { recursive: true });
  });

  async function served(): Promise<{ note: string; opened: OpenedCheckpoint }> {
    const note = await (await new CheckedLog(service).fetch('checkpoint')).text();
    const verifierOf = (each: string) => noteVerifier(cosignerKey(parseVerifierKey(each))) as NoteVerifier;
    const opened = openCheckpoint(note, {
      origin: ORIGIN,
      log: [noteVerifier(logKey) as NoteVerifier],
      cosigners: witnesses.map((witness) => verifierOf(witness.vkey)),
    });
    return { note, opened };
  }

  /** The served checkpoint, once these cosigned one of at least that size. */
  function cosigned(size: number, ...names: string[]): Promise<{ note: string; opened: OpenedCheckpoint }> {
    return eventually(
      async () => {
        const { note, opened } = await served();
        expect(opened.checkpoint.size).toBeGreaterThanOrEqual(size);
        expect(opened.cosignatures.map(({ name }) => name).toSorted()).toEqual(names);
        return { note, opened };
      },
      { timeout: 30_000, interval: 100 },
    );
  }

  function newState(): string {
    states += 1;
    return join(directory, `monitor-${states}`);
  }

  function monitor(url: string, state: string, ...more: string[]): Promise<CommandOutcome> {
    const about = ['--url', url, '--vkey', vkey, '--state', state, '--once', '--patience', '10'];
    return runRvs('log', 'monitor', ...about, ...more);
  }

  const named = () => witnesses.flatMap((witness) => ['--witness', witness.vkey]);

  it('serves checkpoints that all of them cosigned, and a monitor finds nothing', async () => {
    const recordId = await register(fixture.admin, fixture.authorityId);
    const { opened } = await cosigned(2, 'first', 'second');
    expect(Number(opened.cosignatures[0]?.time)).toBeGreaterThan(Date.now() / 1_000 - 600);
    const { body } = await fixture.reader.get(`/v1/records/${recordId}/history`);
    const elements = join(directory, 'elements.json');
    await writeFile(elements, JSON.stringify(body['data']));
    const url = `${service.baseUrl}/v1/log/development/`;
    const outcome = await monitor(url, newState(), ...named(), '--records', elements);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(
      /^ok records\.localhost\/development: \d+ entries, which hold all 1 elements/m,
    );
  });

  it('names them, with the keys that their cosignatures are checked with', async () => {
    const { body } = await fixture.anonymous.get('/v1/log/development/witnesses');
    const named = witnesses.map(({ vkey }) => cosignerKey(parseVerifierKey(vkey)));
    expect(body).toEqual({
      data: named.map((key) => ({ name: key.name, vkey: formatVerifierKey(key) })),
    });
  });

  it('is followed by a monitor that names what was done to it', async () => {
    const before = await cosigned(2, 'first', 'second');
    await register(fixture.admin, fixture.authorityId);
    const { note, opened } = await cosigned(before.opened.checkpoint.size + 1, 'first', 'second');
    const entries = await new CheckedLog(service).entries(opened.checkpoint);
    const state = newState();
    await using sound = await SampleLog.start(entries, note);
    expect((await monitor(sound.url, state, ...named())).code).toBe(0);

    const first = entries[0] as Uint8Array;
    const other = Buffer.concat([first.subarray(0, 32), Buffer.alloc(32, 7)]);
    const forked = [other, ...entries.slice(1)];
    const twice = [...entries, other];
    const tampered: [string, string, Uint8Array[], string][] = [
      ['log.rollback', before.note, entries, state],
      ['log.fork', checkpointOf([signer], forked), forked, state],
      ['log.entries', note, forked, newState()],
      ['log.slot_twice', checkpointOf([signer], twice), twice, newState()],
      ['log.checkpoint', note.replace(/\n\d+\n/, '\n1\n'), entries, newState()],
    ];
    for (const [kind, checkpoint, copied, at] of tampered) {
      await using copy = await SampleLog.start(copied, checkpoint);
      const { code, stderr } = await monitor(copy.url, at);
      expect([kind, code, stderr]).toEqual([kind, 1, expect.stringContaining(`ALARM ${kind} `)]);
    }
  });

  it('is believed under a signed policy alone, until the policy is replaced or lost its signature', async () => {
    const recordId = await register(fixture.admin, fixture.authorityId);
    const at = (name: string): string => join(directory, name);
    const keysOfLog = await (await new CheckedLog(service).fetch('keys')).text();
    await writeFile(at('keys.json'), keysOfLog);
    const sign = () => {
      const files = ['--keys', at('keys.json'), '--key', at('policy-keys.json'), '--out', at('policy')];
      return runRvs('policy', 'sign', ...files, ...named());
    };
    const fingerprint = /[0-9a-f]{64}/.exec((await sign()).stdout)?.[0] ?? '';
    const first = await readFile(at('policy'), 'utf8');
    const evidence = await fixture.verifier.get(`/v1/records/${recordId}/evidence`);
    await writeFile(at('bundle.json'), JSON.stringify(evidence.body));
    const verify = (...more: string[]) =>
      runRvs('bundle', 'verify', at('bundle.json'), '--policy', at('policy'), ...more);
    const verified = await verify('--fingerprint', fingerprint);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toMatch(/^verified \(newest: not proven; witnesses 2 of 2\)$/m);
    const follow = ['--url', `${service.baseUrl}/v1/log/development/`, '--state', newState(), '--once'];
    const monitored = ['log', 'monitor', ...follow, '--policy', at('policy')] as const;
    expect(await runRvs(...monitored)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(fingerprint),
    });

    await sign();
    expect((await verify()).code).toBe(0);
    expect((await runRvs(...monitored)).code).toBe(0);
    await writeFile(at('policy'), first);
    expect(await verify()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('NOT verified: policy.version'),
    });
    expect(await runRvs(...monitored)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^ALARM policy\.version /),
    });
    await writeFile(at('policy'), first.replace(/^# .*\n/gm, '').replace(/\n\n[^]*$/, '\n'));
    expect((await verify()).stdout).toContain('NOT verified: policy.signature');
  });

  it('continues with the remaining witness', async () => {
    const { opened } = await cosigned(2, 'first', 'second');
    await witnesses[1]?.end('SIGKILL');
    await register(fixture.admin, fixture.authorityId);
    await cosigned(opened.checkpoint.size + 1, 'first');
    const url = `${service.baseUrl}/v1/log/development/`;
    expect((await monitor(url, newState(), ...named(), '--quorum', '1', '--weak-quorum')).code).toBe(0);
    const { code, stderr } = await monitor(url, newState(), ...named(), '--patience', '0');
    expect([code, stderr]).toEqual([1, expect.stringContaining('ALARM log.witnesses ')]);
  });
});
