import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { judgeCheckpoint, type CheckpointVector } from '../testing/checkpoint-vectors.js';
import { evidenceVectors } from '../testing/evidence-vectors.js';
import {
  judgePolicy,
  verifyVector,
  type PolicyVector,
  type Vector,
  type VectorFiles,
} from '../testing/run-vector.js';
import { judgeTrust, type TrustVector } from '../testing/trust-vectors.js';
import { CHECKS, firstFailure } from './report.js';

const FOLDER = new URL('../../../../docs/vectors/', import.meta.url);
// Deliveries are those of libs/events.
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'deliveries.json');
const published = Object.fromEntries(
  names.map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
);
const files = published as unknown as VectorFiles;
const vectors = JSON.parse(published['cases.json'] ?? '[]') as Vector[];
const checkpoints = JSON.parse(published['checkpoints.json'] ?? '[]') as CheckpointVector[];
const trusts = JSON.parse(published['trusts.json'] ?? '[]') as TrustVector[];
const policies = JSON.parse(published['policies.json'] ?? '[]') as PolicyVector[];

describe('the published vectors', () => {
  it('are those that `npm run docs` makes', () => {
    expect(published).toEqual(evidenceVectors());
  });

  it.each(['vectors/checks.json', 'transitions.json'])('the clients in Go and Python have %s', (path) => {
    const root = new URL('../../../../', import.meta.url);
    const own = ['clients/go/', 'clients/python/src/record_verification/evidence/'].map((folder) =>
      readFileSync(new URL(`${folder}${basename(path)}`, root), 'utf8'),
    );
    const served = readFileSync(new URL(`docs/${path}`, root), 'utf8');
    expect(own).toEqual([served, served]);
  });

  it('have a case for every check that a bundle can fail', () => {
    const failing = new Set([
      ...vectors.flatMap(({ failed }) => failed),
      ...policies.map(({ check }) => check),
    ]);
    // Unknown members are reported only.
    expect(CHECKS.filter((check) => !failing.has(check))).toEqual(['answer.members']);
  });

  it('show nothing of what refused evidence says', () => {
    const refused = vectors.filter(({ check }) => check !== null);
    const plain = /^(REFUSED|NOT DECIDED): [a-z ,]+ \([a-z_.]+\)\.$/;
    expect(refused.filter(({ good, summary }) => good !== null || !plain.test(summary))).toEqual([]);
  });

  it('are small enough to be copied by everybody', () => {
    const sizes = Object.values(published).map(({ length }) => length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_400_000);
  });
});

describe('trust policies', () => {
  it.each(policies.map((vector) => [vector.name, vector.check ?? 'accepted', vector] as const))(
    '%s: %s',
    (_name, _check, vector) => {
      expect(judgePolicy(vector)).toBe(vector.check);
    },
  );
});

describe('pinned keys', () => {
  it.each(trusts.map((vector) => [vector.name, vector.code ?? 'taken', vector] as const))(
    '%s: %s',
    (_name, _code, vector) => {
      expect(judgeTrust(vector, files['keys.json'])).toBe(vector.code);
    },
  );
});

describe('checkpoints', () => {
  it.each(checkpoints.map((vector) => [vector.name, vector.check ?? 'accepted', vector] as const))(
    '%s: %s',
    (_name, _check, vector) => {
      const { check, opened } = vector;
      const expected = opened === undefined ? { check } : { check, opened };
      expect(judgeCheckpoint(vector, files['keys.json'])).toEqual(expected);
    },
  );
});

describe.each(Object.entries(Object.groupBy(vectors, ({ group }) => group)))('%s', (_, cases = []) => {
  it.each(cases.map((vector) => [vector.name, vector.check ?? 'verified', vector] as const))(
    '%s: %s',
    (_name, _check, vector) => {
      const report = verifyVector(vector, files);
      const failed = report.checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
      const failure = firstFailure(report);
      expect(failure?.check ?? null).toBe(vector.check);
      expect(failure?.why).not.toBe('');
      expect([failed, report.undecided]).toEqual([vector.failed, vector.undecided]);
      expect(report.ok).toBe(vector.check === null);
      expect([report.good, report.summary]).toEqual([vector.good, vector.summary]);
    },
  );
});
