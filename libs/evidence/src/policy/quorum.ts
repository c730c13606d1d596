/** Whose cosignatures a checkpoint needs: one witness, or some members of a group. C2SP tlog-policy. */
export type Quorum =
  { kind: 'witness'; name: string } | { kind: 'group'; threshold: number; members: readonly Quorum[] };

/** A quorum of any `count` of the named witnesses; null without witnesses. */
export function anyOf(threshold: number, names: readonly string[]): Quorum | null {
  const members = names.map((name) => ({ kind: 'witness' as const, name }));
  return members.length === 0 ? null : { kind: 'group', threshold, members };
}

/** Least number of witnesses of a quorum. */
export function fewestWitnesses(quorum: Quorum): number {
  if (quorum.kind === 'witness') return 1;
  const fewest = quorum.members.map(fewestWitnesses).toSorted((a, b) => a - b);
  return fewest.slice(0, quorum.threshold).reduce((sum, each) => sum + each, 0);
}

/**
 * The time at which a quorum had cosigned; for a group, the time of the last required member.
 * @param times of each witness that cosigned, by its name; seconds since the Unix epoch.
 * @returns null where too few have cosigned.
 */
export function quorumTime(quorum: Quorum, times: ReadonlyMap<string, bigint>): bigint | null {
  if (quorum.kind === 'witness') return times.get(quorum.name) ?? null;
  const cosigned = quorum.members.map((member) => quorumTime(member, times)).filter((time) => time !== null);
  return cosigned.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[quorum.threshold - 1] ?? null;
}

/**
 * Whether any two sets of witnesses that are a quorum have a witness in common. Where two need not, a log can show each
 * of them another tree, and both of its readers are content.
 */
export function quorumsOverlap(quorum: Quorum): boolean {
  if (quorum.kind === 'witness') return true;
  const { threshold, members } = quorum;
  const shared = 2 * threshold - members.length;
  return members.filter((member) => !quorumsOverlap(member)).length < shared;
}

/** The names of the witnesses in a quorum's rule. */
export function quorumWitnesses(quorum: Quorum): string[] {
  return quorum.kind === 'witness' ? [quorum.name] : quorum.members.flatMap(quorumWitnesses);
}
