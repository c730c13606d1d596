import { CommandError } from '../errors.js';
import type { Declaration } from './declaration.js';
import { KINDS, type Item, type Kind } from './kinds.js';
import { secretFileOf } from './secret-files.js';

/** One thing to do. */
export interface Step {
  act: 'create' | 'change' | 'replace' | 'rotate' | 'revoke';
  kind: Kind;
  name: string;
  /** The resource as it is; undefined where there is none. */
  found?: Item;
  /** As the file declares it; undefined where it does not. */
  declared?: Item;
  /** Members that differ. */
  differs: readonly string[];
  /** The option without which it is not done. */
  needs?: '--replace' | '--prune';
}

/** What is known of the service and of an earlier call. */
export interface Known {
  /** The resources of each declared kind that are there. */
  live: ReadonlyMap<Kind, readonly Item[]>;
  /** Files of the secrets that an earlier call may not have stored. */
  pending: ReadonlySet<string>;
  /** Ids that are never revoked: the credential of the call. */
  kept: ReadonlySet<unknown>;
}

/** A resource in messages. */
export function nameOf(kind: Kind, name: string): string {
  return `${kind.noun} ${name}`;
}

/**
 * What makes the service as the file declares it, in the order in which it is done; nothing where it is so already.
 * @throws CommandError where a resource differs in what cannot be changed, or two have the declared name
 */
export function planOf(declaration: Declaration, known: Known): Step[] {
  return KINDS.flatMap((kind) => {
    const declared = declaration.get(kind);
    if (declared === undefined) return [];
    const live = known.live.get(kind) ?? [];
    const steps = declared.flatMap((item) => {
      const named = live.filter((each) => each[kind.key] === item[kind.key]);
      const lasting = named.filter(({ state }) => state !== 'expired');
      return stepsOf(kind, item, lasting.length > 0 ? lasting : named.slice(0, 1), known);
    });
    const names = new Set(declared.map((item) => item[kind.key]));
    const others = live.filter((each) => !names.has(each[kind.key]));
    return [...steps, ...others.flatMap((found) => revoking(kind, found, '--prune', known))];
  });
}

function stepsOf(kind: Kind, declared: Item, all: readonly Item[], known: Known): Step[] {
  const name = String(declared[kind.key]);
  if (all.length === 0) {
    if (kind.madeBy !== undefined)
      throw new CommandError(`There is no ${nameOf(kind, name)}: it is made by ${kind.madeBy}.`);
    return [{ act: 'create', kind, name, declared, differs: [] }];
  }
  const differing = (found: Item) =>
    Object.keys(declared).filter((member) => !isSame(declared[member], found[member]));
  const isChangeable = (member: string) =>
    kind.patched.includes(member) || Object.hasOwn(kind.commands, member);
  // Of two, the one that a replacement has made and the one whose place it takes.
  const [found = all[0] as Item, second] = all.filter((each) => differing(each).every(isChangeable));
  if (second !== undefined) throw new CommandError(`Two are ${nameOf(kind, name)}: revoke one.`);
  const others = all
    .filter((each) => each !== found)
    .flatMap((each) => revoking(kind, each, '--replace', known));
  const differs = differing(found);
  const step = { kind, name, found, declared, differs };
  const fixed = differs.filter((member) => !isChangeable(member));
  const isLost = kind.isPruned && known.pending.has(secretFileOf(kind.noun, name));
  if (known.kept.has(found['id']) && (fixed.length > 0 || isLost)) {
    throw new CommandError(`The ${nameOf(kind, name)} is that of this call: use another to change it.`);
  }
  if (fixed.length > 0) {
    if (kind.isPruned && kind.madeBy === undefined)
      return [{ act: 'replace', ...step, needs: '--replace' }, ...others];
    throw new CommandError(
      `The ${nameOf(kind, name)} differs in ${fixed.join(', ')}, which cannot be changed.`,
    );
  }
  return [
    ...(differs.length > 0 ? [{ act: 'change' as const, ...step }] : []),
    ...(isLost ? [{ act: 'rotate' as const, kind, name, found, differs: [] }] : []),
    ...others,
  ];
}

function revoking(kind: Kind, found: Item, needs: '--replace' | '--prune', { kept }: Known): Step[] {
  if (kept.has(found['id']) || !kind.isPruned) return [];
  return [{ act: 'revoke', kind, name: String(found[kind.key]), found, differs: [], needs }];
}

/** Whether two values mean the same: lists in any order, moments in any form, null as a missing member. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(normalOf(one)) === JSON.stringify(normalOf(other));
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function normalOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalOf).toSorted(inOrder);
  if (typeof value === 'string' && MOMENT.test(value)) return Date.parse(value) || value;
  if (typeof value !== 'object' || value === null) return value ?? null;
  const members = Object.entries(value).filter(([, each]) => (each ?? null) !== null);
  return Object.fromEntries(members.map(([name, each]) => [name, normalOf(each)]).toSorted(inOrder));
}

function inOrder(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** The pairs that make metadata as declared, by a merge: null removes a pair. */
export function metadataPatch(declared: unknown, found: unknown): Item {
  const removed = Object.keys((found ?? {}) as Item).map((name) => [name, null] as const);
  return { ...Object.fromEntries(removed), ...((declared ?? {}) as Item) };
}
