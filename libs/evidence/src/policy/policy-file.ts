import { isTimestamp } from '../elements/member-forms.js';
import { decodeHex } from '../encoding/base-encodings.js';
import { readDecimal } from '../encoding/decimal.js';
import { EvidenceError } from '../evidence-error.js';
import { parseVerifierKey, type VerifierKey } from '../notes/verifier-key.js';
import type { Quorum } from './quorum.js';
import { findTrustFault, type NamedKey } from './trust-faults.js';

/** The key of a log or witness: with its name on notes, or bare, as Sigsum's tools write it. */
export type PolicyKey = { kind: 'vkey'; key: VerifierKey } | { kind: 'bare'; publicKey: Uint8Array };

/** A log that a policy trusts. */
export interface PolicyLog {
  key: PolicyKey;
  url: string | null;
}

/** A witness that a policy names. */
export interface PolicyWitness extends PolicyLog {
  /** Has a meaning within the policy only. */
  name: string;
}

/** A log's key that signs no more. */
export interface RetiredLogKey {
  key: VerifierKey;
  /** Size of the largest tree whose checkpoint its signature counts for. */
  treeSize: number;
}

/** Which logs are trusted, and whose cosignatures their checkpoints need. C2SP tlog-policy. */
export interface TrustPolicy {
  logs: readonly PolicyLog[];
  retired: readonly RetiredLogKey[];
  witnesses: readonly PolicyWitness[];
  /** Null where no cosignature is needed. */
  quorum: Quorum | null;
  /** Seconds after its time until an element is in the log; null where the policy does not say it. */
  mergeDelay: number | null;
}

/** Logs, witnesses and groups at most, of each; C2SP tlog-policy asks for 32. */
const AT_MOST = 128;
const BARE_KEY = /^[0-9a-fA-F]{64}$/;
// Tab, line feed, printable ASCII and everything beyond it.
const FORBIDDEN = /[^\t\n\x20-\x7e\x80-\uffff]/;

/**
 * Reads a policy file. Bare keys in hex are read too, as Sigsum's tools write them. A comment `# retired-log <vkey> <tree
 * size> <time>` names a key that the log signed with before: to tools that do not know it, the key is not trusted at all.
 * `# merge-delay <seconds>` says within what time after its own an element is in the log.
 * @throws EvidenceError `policy.malformed` with the number of the line and the reason in its message.
 */
export function parsePolicy(text: string): TrustPolicy {
  const reader = new PolicyReader();
  for (const [index, line] of text.split('\n').entries()) {
    try {
      if (FORBIDDEN.test(line)) throw new LineFault('it has a control character');
      const items = line.split(/[ \t]+/).filter((item) => item !== '');
      if (items[0]?.startsWith('#') === true) reader.readComment(items);
      else if (items.length > 0) reader.read(items);
    } catch (error) {
      if (!(error instanceof LineFault || error instanceof EvidenceError)) throw error;
      throw new EvidenceError('policy.malformed', `Line ${index + 1} of the policy: ${error.message}.`);
    }
  }
  return reader.policy();
}

/** What is wrong with one line. */
class LineFault extends Error {}

class PolicyReader {
  private readonly logs: PolicyLog[] = [];
  private readonly retired: RetiredLogKey[] = [];
  private readonly witnesses: PolicyWitness[] = [];
  /** Witnesses and groups by their names, which share one namespace. */
  private readonly defined = new Map<string, Quorum>();
  /** Names that are a member of a group: each may be in one group only. */
  private readonly members = new Set<string>();
  private quorum: Quorum | null | undefined;
  private mergeDelay: number | null = null;

  read([keyword, ...items]: readonly string[]): void {
    if (keyword === 'log') this.readLog(items);
    else if (keyword === 'witness') this.readWitness(items);
    else if (keyword === 'group') this.readGroup(items);
    else if (keyword === 'quorum') this.readQuorum(items);
    else throw new LineFault('it begins with none of log, witness, group and quorum');
  }

  /** Comments mean nothing to other tools. */
  readComment([mark, keyword, ...items]: readonly string[]): void {
    if (mark === '#' && keyword === 'retired-log') this.readRetired(items);
    if (mark === '#' && keyword === 'merge-delay') this.readMergeDelay(items);
  }

  /** @throws EvidenceError where there was no quorum line. */
  policy(): TrustPolicy {
    const { logs, retired, witnesses, quorum, mergeDelay } = this;
    if (quorum === undefined) throw new EvidenceError('policy.malformed', 'The policy has no quorum line.');
    return { logs, retired, witnesses, quorum, mergeDelay };
  }

  private readLog(items: readonly string[]): void {
    const [key, url = null] = atMost(items, 1, 2, 'a log has a key and perhaps a URL');
    this.logs.push({ key: keyOf(key as string), url });
    requireFew(this.logs.length, 'logs');
    this.requireSound();
  }

  private readRetired(items: readonly string[]): void {
    const [vkey, size, time] = atMost(items, 3, 3, 'a retired key has a vkey, a tree size and a time');
    const treeSize = readDecimal(size as string);
    if (treeSize === null || !isTimestamp(time)) throw new LineFault('its tree size or its time is invalid');
    const key = parseVerifierKey(vkey as string);
    this.retired.push({ key, treeSize });
    requireFew(this.retired.length, 'retired keys');
    this.requireSound();
  }

  private readMergeDelay(items: readonly string[]): void {
    const [text] = atMost(items, 1, 1, 'the merge delay is a number of seconds');
    const seconds = readDecimal(text as string);
    if (seconds === null || this.mergeDelay !== null)
      throw new LineFault('it is no second merge delay in seconds');
    this.mergeDelay = seconds;
  }

  private readWitness(items: readonly string[]): void {
    const [name, key, url = null] = atMost(items, 2, 3, 'a witness has a name, a key and perhaps a URL');
    this.witnesses.push({
      name: this.define(name as string, { kind: 'witness', name: name as string }),
      key: keyOf(key as string),
      url,
    });
    requireFew(this.witnesses.length, 'witnesses');
    this.requireSound();
  }

  private readGroup([name, threshold, ...names]: readonly string[]): void {
    if (name === undefined || threshold === undefined || names.length === 0) {
      throw new LineFault('a group has a name, a threshold and members');
    }
    const members = names.map((member) => this.memberOf(member));
    this.define(name, { kind: 'group', threshold: thresholdOf(threshold, names.length), members });
    requireFew(this.defined.size - this.witnesses.length, 'groups');
  }

  private memberOf(name: string): Quorum {
    const member = this.known(name);
    if (this.members.has(name)) throw new LineFault(`${name} is a member already`);
    this.members.add(name);
    return member;
  }

  private readQuorum(items: readonly string[]): void {
    const [name] = atMost(items, 1, 1, 'the quorum is one name');
    if (this.quorum !== undefined) throw new LineFault('the policy has a second quorum');
    this.quorum = name === 'none' ? null : this.known(name as string);
  }

  private requireSound(): void {
    const named = (all: readonly PolicyLog[]) => all.map(({ key }) => namedKey(key));
    const logs = [...named(this.logs), ...this.retired.map(({ key }) => key)];
    const fault = findTrustFault({ logs, witnesses: named(this.witnesses) });
    if (fault !== null) throw new LineFault(fault);
  }

  private define(name: string, quorum: Quorum): string {
    if (name === 'none' || this.defined.has(name)) throw new LineFault(`the name ${name} is taken`);
    this.defined.set(name, quorum);
    return name;
  }

  private known(name: string): Quorum {
    const quorum = this.defined.get(name);
    if (quorum === undefined) throw new LineFault(`no earlier line defines ${name}`);
    return quorum;
  }
}

function atMost(items: readonly string[], least: number, most: number, rule: string): readonly string[] {
  if (items.length < least || items.length > most) throw new LineFault(rule);
  return items;
}

function requireFew(count: number, what: string): void {
  if (count > AT_MOST) throw new LineFault(`the policy has more than ${AT_MOST} ${what}`);
}

function thresholdOf(text: string, members: number): number {
  if (text === 'any') return 1;
  if (text === 'all') return members;
  const threshold = readDecimal(text);
  if (threshold === null || threshold < 1 || threshold > members) {
    throw new LineFault(`a threshold is any, all, or from 1 to the number of members, ${members}`);
  }
  return threshold;
}

function keyOf(text: string): PolicyKey {
  if (BARE_KEY.test(text)) return { kind: 'bare', publicKey: decodeHex(text.toLowerCase()) };
  return { kind: 'vkey', key: parseVerifierKey(text) };
}

/** A key with its name on notes. */
export function namedKey(key: PolicyKey): NamedKey {
  return key.kind === 'vkey' ? key.key : { name: null, publicKey: key.publicKey };
}
