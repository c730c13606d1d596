import { describe, expect, it } from '@jest/globals';
import { casesOf, misjudgedSignatures, type Wycheproof } from '../testing/ed25519-cases.js';
import { vectorJson } from '../testing/vectors.js';
import { isSoundPublicKey, isSoundSignature } from './ed25519-rules.js';
import { verifyEd25519, VerifyingKey } from './verifying-key.js';

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

describe('an Ed25519 signature', () => {
  const wycheproof = vectorJson<Wycheproof>('ed25519/ed25519_test.json');
  const cases = casesOf(wycheproof);

  it('is judged as Wycheproof says', () => {
    expect(cases).toHaveLength(wycheproof.numberOfTests);
    expect(misjudgedSignatures(wycheproof)).toEqual([]);
  });

  const sound = cases.find(({ result, msg }) => result === 'valid' && msg !== '') as (typeof cases)[0];
  const [key, message, signature] = [sound.key, sound.msg, sound.sig].map((hex) =>
    Buffer.from(hex, 'hex'),
  ) as [Buffer, Buffer, Buffer];

  it('is refused with S beyond the order of the group', () => {
    const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`);
    const again = Buffer.concat([signature.subarray(0, 32), littleEndian(scalar + L)]);
    const verifying = new VerifyingKey(key);
    expect(verifying.verify(message, signature)).toBe(true);
    expect(verifying.verify(message, again)).toBe(false);
  });

  it('is refused with a bit flipped anywhere', () => {
    const verifying = new VerifyingKey(key);
    for (let bit = 0; bit < 512; bit += 7) {
      const changed = Buffer.from(signature);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(verifying.verify(message, changed)).toBe(false);
    }
    expect(verifying.verify(Buffer.concat([message, message]), signature)).toBe(false);
    expect(verifying.verify(message, signature.subarray(1))).toBe(false);
  });
});

describe('the form of an Ed25519 signature', () => {
  const form = (r: bigint, s: bigint) => isSoundSignature(Buffer.concat([littleEndian(r), littleEndian(s)]));
  const sound = 3n;

  it('has an S below the order of the group, to the last one', () => {
    for (const s of [0n, 1n, 2n ** 252n - 1n, 2n ** 252n, L - 1n])
      expect([s, form(sound, s)]).toEqual([s, true]);
    for (const s of [L, L + 1n, 2n ** 253n, 2n ** 255n, 2n ** 256n - 1n])
      expect([s, form(sound, s)]).toEqual([s, false]);
  });

  it('has an R in canonical form, of no low order, with either sign', () => {
    for (const y of [...testedLowOrder(), P, P + 1n, 2n ** 255n - 1n]) {
      for (const r of [y, y + 2n ** 255n]) expect([r, form(r, 1n)]).toEqual([r, false]);
    }
    for (const y of [2n, 3n, P - 2n, ...testedLowOrder().flatMap((low) => [low + 2n, low - 2n])]) {
      if (y < 2n || y >= P - 1n) continue;
      for (const r of [y, y + 2n ** 255n]) expect([r, form(r, 1n)]).toEqual([r, true]);
    }
  });
});

describe('an Ed25519 public key', () => {
  const lowOrder = testedLowOrder();

  it('is refused where its order is low', () => {
    expect(lowOrder).toHaveLength(5);
    for (const y of lowOrder) {
      for (const encoded of [y, y + 2n ** 255n]) expect(isSoundPublicKey(littleEndian(encoded))).toBe(false);
    }
    expect(() => new VerifyingKey(littleEndian(1n))).toThrow(
      expect.objectContaining({ code: 'key.malformed' }),
    );
  });

  it('is refused where it is not canonical', () => {
    for (let y = P; y < 2n ** 255n; y += 1n) {
      for (const encoded of [y, y + 2n ** 255n]) expect(isSoundPublicKey(littleEndian(encoded))).toBe(false);
    }
  });

  it.each([0, 31, 33, 64])('is refused with %d bytes', (length) => {
    expect(verifyEd25519(Buffer.alloc(length, 2), Buffer.alloc(1), Buffer.alloc(64))).toBe(false);
  });
});

/** y of the points of low order, found by arithmetic on the curve: L times a point is one of them. */
function testedLowOrder(): bigint[] {
  const mod = (value: bigint): bigint => ((value % P) + P) % P;
  const power = (base: bigint, exponent: bigint): bigint => {
    let [result, square, rest] = [1n, mod(base), exponent];
    for (; rest > 0n; rest >>= 1n) {
      if (rest & 1n) result = mod(result * square);
      square = mod(square * square);
    }
    return result;
  };
  const inverse = (value: bigint): bigint => power(value, P - 2n);
  const d = mod(-121665n * inverse(121666n));
  const rootOfMinusOne = power(2n, (P - 1n) / 4n);
  type Point = readonly [bigint, bigint];
  const add = ([x1, y1]: Point, [x2, y2]: Point): Point => {
    const t = mod(mod(d * x1 * x2) * mod(y1 * y2));
    return [mod((x1 * y2 + x2 * y1) * inverse(1n + t)), mod((y1 * y2 + x1 * x2) * inverse(1n - t))];
  };
  const times = (point: Point, factor: bigint): Point => {
    let [sum, doubled, rest]: [Point, Point, bigint] = [[0n, 1n], point, factor];
    for (; rest > 0n; rest >>= 1n) {
      if (rest & 1n) sum = add(sum, doubled);
      doubled = add(doubled, doubled);
    }
    return sum;
  };
  const found = new Set<bigint>();
  for (let y = 2n; found.size < 5; y += 1n) {
    const square = mod((y * y - 1n) * inverse(d * y * y + 1n));
    let x = power(square, (P + 3n) / 8n);
    if (mod(x * x) !== square) x = mod(x * rootOfMinusOne);
    if (mod(x * x) !== square) continue;
    const torsion = times([x, y], L);
    for (let factor = 0n; factor < 8n; factor += 1n) found.add(times(torsion, factor)[1]);
  }
  return [...found];
}
