import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  MerkleTree,
  cosignerKey,
  formatAddCheckpoint,
  hashLeaf,
  noteVerifier,
  openCheckpoint,
  parseVerifierKey,
  type NoteVerifier,
} from '@service/evidence';
import { temporaryFolder } from '@service/testing/fixtures';
import { CommandError } from '../errors.js';
import { SampleLog } from '../testing/sample-log.js';
import { runWitness, type RunningWitness, type WitnessOptions } from './run-witness.js';

let log: SampleLog;
let directory: string;
let running: RunningWitness[];

beforeEach(async () => {
  log = await SampleLog.start(300);
  directory = temporaryFolder();
  running = [];
});
afterEach(async () => {
  await stopAll();
  await log[Symbol.asyncDispose]();
});

async function stopAll(): Promise<void> {
  for (const witness of running.splice(0)) await witness.stop();
}

async function start(changes: Partial<WitnessOptions> = {}): Promise<RunningWitness> {
  const witness = await runWitness({
    logVkeys: [log.vkey],
    keyFile: join(directory, 'key.json'),
    name: 'witness.example/1',
    directory: join(directory, 'state'),
    host: '127.0.0.1',
    port: 0,
    ...changes,
  });
  running.push(witness);
  return witness;
}

function bodyOf(oldSize: number, size: number): string {
  const proof = new MerkleTree(log.entries.map(hashLeaf)).consistencyProof(oldSize, size);
  return formatAddCheckpoint({ oldSize, proof, checkpoint: log.checkpoint(size) });
}

function post({ url }: RunningWitness, body: string | Buffer): Promise<Response> {
  return fetch(`${url}/add-checkpoint`, { method: 'POST', body });
}

describe('a witness over HTTP', () => {
  it('cosigns with its key, under its name', async () => {
    const witness = await start();
    const answer = await post(witness, bodyOf(0, 7));
    expect(answer.status).toBe(200);
    const known = (vkey: string) => noteVerifier(cosignerKey(parseVerifierKey(vkey))) as NoteVerifier;
    const { cosignatures } = openCheckpoint(log.checkpoint(7) + (await answer.text()), {
      origin: log.origin,
      log: [noteVerifier(log.signer.verifierKey) as NoteVerifier],
      cosigners: [known(witness.vkey)],
    });
    expect(cosignatures.map(({ name }) => name)).toEqual(['witness.example/1']);
  });

  it('answers the last cosigned size in the form of the specification', async () => {
    const witness = await start();
    await post(witness, bodyOf(0, 7));
    const answer = await post(witness, bodyOf(0, 9));
    expect(answer.status).toBe(409);
    expect(answer.headers.get('content-type')).toBe('text/x.tlog.size');
    expect(await answer.text()).toBe('7\n');
  });

  it.each<[number, (sound: string) => string | Buffer]>([
    [400, () => 'hello'],
    [400, () => Buffer.of(0xff, 0xfe)],
    [400, (sound) => sound.replace('old 0', 'old 8')],
    [403, (sound) => sound.replace('\n7\n', '\n6\n')],
    [404, (sound) => sound.replace(log.origin, 'log.example/other')],
    [413, (sound) => sound + 'x'.repeat(100_000)],
    [422, (sound) => sound.replace('old 0\n', `old 0\n${Buffer.alloc(32).toString('base64')}\n`)],
  ])('answers %i where the specification says so', async (status, changed) => {
    expect((await post(await start(), changed(bodyOf(0, 7)))).status).toBe(status);
  });

  it('serves nothing else', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(url, { method: 'POST', body: bodyOf(0, 7) })).status).toBe(404);
  });

  it('cosigns one of several concurrent checkpoints from the same size', async () => {
    const witness = await start();
    const answers = await Promise.all([20, 30, 40, 50].map((size) => post(witness, bodyOf(0, size))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });

  it('continues after a restart with the same key and state', async () => {
    const first = await start();
    await post(first, bodyOf(0, 7));
    await stopAll();
    const second = await start({ name: null });
    expect(second.vkey).toBe(first.vkey);
    expect((await post(second, bodyOf(0, 8))).status).toBe(409);
    expect((await post(second, bodyOf(7, 8))).status).toBe(200);
  });

  it('cosigns nothing if its stored state is damaged', async () => {
    await post(await start(), bodyOf(0, 7));
    await stopAll();
    const state = join(directory, 'state');
    const [file = ''] = (await readdir(state)).filter((name) => name.endsWith('.checkpoint'));
    await writeFile(join(state, file), '');
    expect((await post(await start(), bodyOf(7, 8))).status).toBe(500);
  });

  it('does not reveal its key', async () => {
    await start();
    const file = join(directory, 'key.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { key } = JSON.parse(await readFile(file, 'utf8')) as { key: { d: string } };
    await stopAll();
    await writeFile(file, JSON.stringify({ name: 'witness.example/1', key: { ...key, x: 'AAAA' } }));
    const error = await start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).not.toContain(key.d);
  });

  it.each<[string, Partial<WitnessOptions>]>([
    ['another name than its key has', { name: 'witness.example/2' }],
    ['a name that no key may have', { name: 'a b' }],
    ['an invalid vkey', { logVkeys: ['hello'] }],
  ])('does not start with %s', async (_, changes) => {
    await start();
    await stopAll();
    await expect(start(changes)).rejects.toThrow(CommandError);
  });

  it('does not start where another one runs on the same directory', async () => {
    await start();
    await expect(start()).rejects.toThrow(CommandError);
  });
});
