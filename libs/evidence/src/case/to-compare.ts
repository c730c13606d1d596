import type { Exhibit, Judged } from './judge.js';

/** What a reader compares with what they have from elsewhere, a line each. */
export function toCompare({ evidence, pinned }: Exhibit, { trust }: Judged): string[] {
  const { log, witnesses } =
    'keys' in pinned
      ? namedIn(pinned.keys)
      : { log: Array.from(pinned.policy.matchAll(/^log (\S+)/gm), ([, vkey = '']) => vkey), witnesses: [] };
  return [
    `origin of the log: ${trust.origin}`,
    ...log.map((vkey) => `key of the log: ${vkey}`),
    ...witnesses.map((vkey) => `key of a witness: ${vkey}`),
    ...(trust.policy === null ? [] : [`fingerprint of the policy: ${trust.policy.fingerprint}`]),
    ...(typeof evidence === 'string'
      ? []
      : Array.from(trust.keys)
          .filter(([, { purpose }]) => purpose === 'answer')
          .map(([id]) => `key of answers, named by the service itself, not pinned: ${id}`)),
  ];
}

/** The keys in a document that `parseTrust` has accepted. */
function namedIn(keys: string): { log: string[]; witnesses: string[] } {
  const { log, witnesses = [] } = JSON.parse(keys) as { log: { vkeys: string[] }; witnesses?: string[] };
  return { log: log.vkeys, witnesses };
}
