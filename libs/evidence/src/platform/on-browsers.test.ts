/**
 * The same tests as everywhere, on what browsers run.
 * @jest-environment-options {"customExportConditions": ["source", "browser"]}
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SigningKey } from '../signing/signing-key.js';
import { misjudgedSignatures, type Wycheproof } from '../testing/ed25519-cases.js';
import { misjudged, type Vector } from '../testing/run-vector.js';
import { vectorJson } from '../testing/vectors.js';

const FOLDER = new URL('../../../../docs/vectors/', import.meta.url);
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]));

describe('what browsers run', () => {
  it('judges a published vector for each check as Node.js does', () => {
    // All of them take their time without the platform's signatures; test/interop takes it, in Chromium.
    const all = JSON.parse(files['cases.json'] ?? '[]') as Vector[];
    const some = Object.values(Object.groupBy(all, ({ check }) => check ?? 'verified')).map(
      (same) => same?.[0],
    );
    const { cases, wrong } = misjudged({ ...files, 'cases.json': JSON.stringify(some) } as never);
    expect(wrong).toEqual([]);
    expect(cases).toBeGreaterThan(some.length);
    expect(some.length).toBeGreaterThan(50);
  });

  it('judges signatures as Wycheproof says', () => {
    expect(misjudgedSignatures(vectorJson<Wycheproof>('ed25519/ed25519_test.json'))).toEqual([]);
  });

  it('does not sign', () => {
    expect(() => SigningKey.generate('answer', '2026-11-21T12:00:00.000Z')).toThrow('does not sign');
  });
});
