import {
  EvidenceError,
  cosignerKey,
  findWitnessFault,
  formatVerifierKey,
  parsePolicy,
  parseStrictJson,
  parseTrust,
  parseVerifierKey,
  quorumsOverlap,
  type Quorum,
} from '@service/evidence';
import { CommandError } from '../errors.js';

/** The parts of a policy for one log. */
export interface PolicyParts {
  /** Text of the document of `GET /v1/log/<environment>/keys`. */
  keys: string;
  /** vkeys. */
  witnesses: readonly string[];
  /** How many witnesses must have cosigned; null for more than half of them. */
  quorum: number | null;
}

/** The keys of a log in that document. */
interface KeysOfLog {
  vkeys: string[];
  merge_delay?: number;
  retired?: { vkey: string; tree_size: number; retired_at: string }[];
}

/** The lines of a policy file (C2SP tlog-policy) with one group of witnesses. @throws CommandError */
export function policyLines({ keys, witnesses, quorum }: PolicyParts): string {
  return understood(() => {
    const trust = parseTrust(keys);
    const { log } = parseStrictJson(keys) as unknown as { log: KeysOfLog };
    const cosigners = witnesses.map((vkey) => cosignerKey(parseVerifierKey(vkey)));
    const fault = findWitnessFault(cosigners, trust);
    if (fault !== null) throw new CommandError(`The witnesses and the keys do not fit: ${fault}.`);
    const names = distinctNames(cosigners.map(({ name }) => name));
    const threshold = quorum ?? Math.floor(names.length / 2) + 1;
    const lines = [
      ...log.vkeys.map((vkey) => `log ${vkey}`),
      ...(log.merge_delay === undefined ? [] : [`# merge-delay ${log.merge_delay}`]),
      ...(log.retired ?? []).map((key) => `# retired-log ${key.vkey} ${key.tree_size} ${key.retired_at}`),
      ...cosigners.map((key, index) => `witness ${names[index]} ${formatVerifierKey(key)}`),
      ...(names.length === 0
        ? ['quorum none']
        : [`group ${GROUP} ${threshold} ${names.join(' ')}`, `quorum ${GROUP}`]),
    ];
    const text = lines.map((line) => `${line}\n`).join('');
    parsePolicy(text);
    return text;
  });
}

/** A warning about a weak quorum; null where any two quorums overlap. */
export function weaknessOf(quorum: Quorum | null): string | null {
  if (quorum === null) {
    return 'The policy needs no witness, so that the log could show each of its readers another tree.';
  }
  return quorumsOverlap(quorum)
    ? null
    : 'Two quorums of the policy need not have a witness in common, so that the log could show each of them another tree.';
}

const GROUP = 'witnesses';

/** The names, made unique by a number. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(['none', GROUP]);
  return names.map((name) => {
    let distinct = name;
    for (let number = 2; taken.has(distinct); number += 1) distinct = `${name}-${number}`;
    taken.add(distinct);
    return distinct;
  });
}

function understood<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvidenceError) throw new CommandError(error.message);
    throw error;
  }
}
