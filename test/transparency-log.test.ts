import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  TILE_WIDTH,
  digestBytes,
  firstSlot,
  hashLeaf,
  nextSlot,
  tilePath,
  verifyInclusion,
  type Digest,
  encodeHex,
} from '@service/evidence';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { register } from './support/fixtures.js';
import { CheckedLog } from './support/checked-log.js';

interface ShownElement {
  salt: string;
  digest: Digest;
}

describeProject('the transparency log', (service, fixture) => {
  const log = new CheckedLog(service);
  let recordId: string;
  /** How many entries were there before, and how many at least there are now. */
  let before: number;
  let size: number;

  /** The newest checkpoint that holds as many entries as that. */
  const checkpointOf = (size: number) =>
    eventually(async () => {
      const checkpoint = await log.checkpoint();
      expect(checkpoint.size).toBeGreaterThanOrEqual(size);
      return checkpoint;
    });

  beforeAll(async () => {
    ({ size: before } = await log.checkpoint());
    recordId = await register(fixture.admin, fixture.authorityId);
    for (const content of ['second', 'third']) {
      await fixture.admin.post(`/v1/records/${recordId}/amend`, { reason: 'because', content });
    }
    const records = Array.from({ length: 100 }, (_, index) => {
      return { authority_id: fixture.authorityId, origin: `https://a.example/${index}`, content: 'content' };
    });
    for (let batch = 0; batch < 3; batch += 1) await fixture.admin.post('/v1/records/batch', { records });
    ({ size } = await checkpointOf(before + 303));
  });

  it('holds each element of a record in the slot that the one before determines', async () => {
    const checkpoint = await checkpointOf(size);
    const entries = await log.entries(checkpoint);
    const { body } = await fixture.reader.get(`/v1/records/${recordId}/history`);
    const elements = body['data'] as ShownElement[];
    expect(elements).toHaveLength(3);
    let slot = firstSlot(checkpoint.origin, recordId);
    for (const element of elements) {
      const entry = Buffer.concat([slot, digestBytes(element.digest)]);
      const index = entries.findIndex((each) => Buffer.compare(each, entry) === 0);
      const proof = await log.tree(checkpoint.size).inclusionProof(index);
      const { size, root } = checkpoint;
      expect(verifyInclusion({ leafHash: hashLeaf(entry), index, size, root, proof })).toBe(true);
      slot = nextSlot(element);
    }
    expect(entries.some((each) => Buffer.compare(each.subarray(0, 32), slot) === 0)).toBe(false);
    const slots = new Set(entries.map((each) => encodeHex(each.subarray(0, 32))));
    expect(slots.size).toBe(entries.length);
    const authority = firstSlot(checkpoint.origin, fixture.authorityId);
    expect(slots).toContain(encodeHex(authority));
  });

  it('only ever grows', async () => {
    const one = await checkpointOf(size);
    expect(await log.tree(one.size).root()).toEqual(one.root);
    await register(fixture.admin, fixture.authorityId);
    const next = await checkpointOf(one.size + 1);
    expect(await log.isConsistent(one, next)).toBe(true);
  });

  describe('is public', () => {
    it('as a checkpoint that must not be cached, and as tiles that may be cached forever', async () => {
      const [full, rest] = [Math.floor(size / TILE_WIDTH), size % TILE_WIDTH];
      const checkpoint = await log.fetch('checkpoint');
      expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(checkpoint.headers.get('cache-control')).toBe('no-cache');
      const tiles = ['tile/0/000', 'tile/0/000.p/7', 'tile/1/000.p/1', 'tile/entries/000'];
      if (rest > 0) tiles.push(tilePath({ kind: 'hashes', level: 0, number: full, width: rest }));
      for (const path of tiles) {
        const answer = await log.fetch(path);
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.headers.get('content-type')).toBe('application/octet-stream');
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
      const part = Buffer.from(await (await log.fetch('tile/0/000.p/7')).arrayBuffer());
      const whole = Buffer.from(await (await log.fetch('tile/0/000')).arrayBuffer());
      expect(whole).toHaveLength(8192);
      expect(part).toEqual(whole.subarray(0, 7 * 32));
    });

    it('to scripts of every site, with HEAD and OPTIONS', async () => {
      for (const path of ['checkpoint', 'tile/0/000', 'tile/0/999', 'keys', 'policy']) {
        for (const method of ['GET', 'HEAD', 'OPTIONS']) {
          const answer = await log.fetch(path, { method });
          expect(answer.headers.get('access-control-allow-origin')).toBe('*');
          if (method === 'OPTIONS') expect(answer.status).toBe(204);
        }
      }
      const head = await log.fetch('tile/0/000', { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '8192']);
    });

    it('as far as the checkpoint says', async () => {
      // In between, it may grow over the end of a tile.
      await eventually(async () => {
        const full = Math.floor((await log.checkpoint()).size / TILE_WIDTH);
        for (const path of [
          tilePath({ kind: 'hashes', level: 0, number: full, width: TILE_WIDTH }),
          tilePath({ kind: 'hashes', level: 1, number: 0, width: full + 1 }),
        ]) {
          const answer = await log.fetch(path);
          expect([path, answer.status]).toEqual([path, 404]);
        }
      });
    });

    it.each([
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/1',
      'tile/00/000',
      'tile/0/x000/000',
      'tile/1/000',
      'tile/9/000.p/1',
      'tile/64/000.p/1',
      'tile/entries/999.p/1',
      'tile/entries/000.p/1/',
      'tile/entries/x999/x999/x999/x999/x999/999',
      'tile/0/%30%30%30',
      'tile/',
      'tile',
      'checkpoint/',
      'leaves',
    ])('but has nothing at %s', async (path) => {
      const answer = await log.fetch(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('"route.not_found"');
    });

    it('with its earlier checkpoints, spread over the sizes, each of which the log signed', async () => {
      const head = await log.checkpoint();
      const answer = await log.fetch('checkpoints?limit=3');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
      const { data } = (await answer.json()) as { data: { tree_size: number; checkpoint: string }[] };
      expect(data.length).toBeGreaterThanOrEqual(2);
      expect(data.length).toBeLessThanOrEqual(3);
      const sizes = data.map(({ tree_size }) => tree_size);
      expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
      expect(sizes.at(-1)).toBeGreaterThanOrEqual(head.size);
      for (const { tree_size, checkpoint } of data) {
        expect(log.open(checkpoint)).toMatchObject({ origin: head.origin, size: tree_size });
      }
      expect((await log.fetch('checkpoints?limit=101')).status).toBe(400);
    });

    it('with its witnesses, of whom there are none here', async () => {
      const answer = await log.fetch('witnesses');
      expect(await answer.json()).toEqual({ data: [] });
      expect((await log.fetch('../staging/witnesses')).status).toBe(404);
    });

    it('and no request can change it', async () => {
      const answer = await log.fetch('checkpoint', { method: 'POST' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    });

    it('for its own environment alone', async () => {
      expect((await log.checkpoint()).origin).toMatch(/\/development$/);
      for (const other of ['production', 'staging']) {
        const unknown = await fetch(`${service.baseUrl}/v1/log/${other}/checkpoint`);
        expect(unknown.status).toBe(404);
      }
    });
  });
});
