import { decodeHex } from '../encoding/base-encodings.js';
import { verifyEd25519 } from '../signing/verifying-key.js';

/** The file of Project Wycheproof for Ed25519. */
export interface Wycheproof {
  numberOfTests: number;
  testGroups: { publicKey: { pk: string }; tests: WycheproofCase[] }[];
}

interface WycheproofCase {
  tcId: number;
  msg: string;
  sig: string;
  result: 'valid' | 'invalid' | 'acceptable';
  flags: string[];
}

/** The cases with their keys. */
export function casesOf({ testGroups }: Wycheproof): (WycheproofCase & { key: string })[] {
  return testGroups.flatMap(({ publicKey, tests }) => tests.map((test) => ({ ...test, key: publicKey.pk })));
}

/** Numbers of the cases that are judged otherwise than the file says. */
export function misjudgedSignatures(file: Wycheproof): number[] {
  const wrong = casesOf(file).filter(({ key, msg, sig, result, flags }) => {
    const holds = verifyEd25519(decodeHex(key), decodeHex(msg), decodeHex(sig));
    // What Wycheproof leaves open: keys of low order are refused here.
    return holds !== (result === 'acceptable' ? !flags.includes('SmallOrderPublicKey') : result === 'valid');
  });
  return wrong.map(({ tcId }) => tcId);
}
