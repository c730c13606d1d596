import { isSalt } from '@service/evidence';
import type { StoredRecord } from '../views/records/stored-record.js';
import type { ReliedOn } from './log-check.js';

type Elements = readonly { content: { salt: string } }[];

/** The salts of a chain at a length: the directory appends to the same array. */
interface ReadSalts {
  length: number;
  salts: Set<string>;
  /** Whether each has the form of a salt, and no two are the same. */
  areGood: boolean;
}

interface Judged {
  chains: readonly ReadSalts[];
  lengths: readonly number[];
  holds: boolean;
}

const read = new WeakMap<Elements, ReadSalts>();
const judged = new WeakMap<StoredRecord, Judged>();

/**
 * Whether no two elements of a record, its authority and the keys share a salt, as verifiers demand of a bundle. The result is
 * computed again only when one of these chains has grown.
 */
export function saltsHold(record: StoredRecord, { authority, keys }: ReliedOn): boolean {
  const chains = [record.chain, authority.elements, ...keys.map(({ elements }) => elements)].map(saltsOf);
  const known = judged.get(record);
  const isKnown =
    known?.chains.length === chains.length &&
    chains.every((chain, at) => chain === known.chains[at] && chain.length === known.lengths[at]);
  if (isKnown) return known.holds;
  const holds = chains.every(({ areGood }) => areGood) && areDisjoint(chains);
  judged.set(record, { chains, lengths: chains.map(({ length }) => length), holds });
  return holds;
}

function saltsOf(elements: Elements): ReadSalts {
  const known = read.get(elements);
  const salts = known ?? { length: 0, salts: new Set(), areGood: true };
  if (known === undefined) read.set(elements, salts);
  for (; salts.length < elements.length; salts.length += 1) {
    const salt = elements[salts.length]?.content.salt ?? '';
    salts.areGood &&= isSalt(salt) && !salts.salts.has(salt);
    salts.salts.add(salt);
  }
  return salts;
}

/** The chain of the authority, which may be long, is not walked. */
function areDisjoint([record, authority, ...keys]: readonly ReadSalts[]): boolean {
  const seen = new Set<string>();
  for (const chain of new Set([record, ...keys])) {
    for (const salt of chain?.salts ?? []) {
      if (seen.has(salt) || authority?.salts.has(salt) === true) return false;
      seen.add(salt);
    }
  }
  return true;
}
