import { DIFFERENCE_KINDS, EVERYBODY, nameOf, type Difference, type DifferenceKind } from './difference.js';

/** Most findings in memory; with more, every subject is concerned. */
const CAPACITY = 100_000;

interface KnownFinding {
  difference: Difference;
  /** Number of the last round that found it. */
  round: number;
  /** When it was found last, in milliseconds since the Unix epoch by the database’s clock. */
  at: number;
}

/**
 * The findings of this process’s own scrub, in memory: alarms, counts and answers must not depend on what a database
 * gives back that somebody else may write.
 */
export class KnownFindings {
  private readonly known = new Map<string, KnownFinding>();
  private readonly concerned = new Map<string, Map<string, Difference>>();
  private overflowed = false;
  /** Moment of the monotonic clock at which findings of a scrub that ended are forgotten; null while it goes on. */
  private endsAt: number | null = null;

  constructor(private readonly capacity = CAPACITY) {}

  /**
   * Adds differences that a round has found.
   * @param at milliseconds since the Unix epoch by the database’s clock.
   * @returns those that were not known.
   */
  note(differences: readonly Difference[], round: number, at = 0): Difference[] {
    return differences.filter((difference) => {
      const name = nameOf(difference);
      const isNew = !this.known.has(name);
      if (isNew && this.known.size >= this.capacity) {
        this.overflowed = true;
        return true;
      }
      this.remove(name);
      this.known.set(name, { difference, round, at });
      const concerned = this.concerned.get(difference.concerns) ?? new Map<string, Difference>();
      this.concerned.set(difference.concerns, concerned.set(name, difference));
      return isNew;
    });
  }

  /** Drops findings that were last found before this round. */
  forgetBefore(round: number): void {
    this.overflowed = false;
    for (const [name, finding] of this.known) if (finding.round < round) this.remove(name);
  }

  /**
   * Drops findings from before another process’s round that this round did not find: the data was repaired.
   * @param began milliseconds since the Unix epoch by the database’s clock.
   * @param found names of everything that the round found.
   */
  settle(began: number, found: ReadonlySet<string>): void {
    for (const [name, { at }] of this.known) if (at < began && !found.has(name)) this.remove(name);
  }

  /** Another process may scrub now: findings of this one are dropped when that round must have ended. */
  endIn(milliseconds: number): void {
    this.endsAt = performance.now() + milliseconds;
  }

  /** This process scrubs again. */
  goOn(): void {
    this.endsAt = null;
  }

  /**
   * Whether a finding concerns an answer.
   * @param ids of the subjects that it rests on.
   * @param leaf of the record’s newest element; null where the log does not have it yet.
   */
  concern(ids: readonly string[], leaf: number | null): boolean {
    if (this.known.size === 0 || this.hasEnded()) return false;
    return this.overflowed || [...ids, EVERYBODY].some((id) => this.concernedAt(id, leaf));
  }

  /** Number of findings of each kind, including zeros. */
  count(): Map<DifferenceKind, number> {
    const counts = new Map<DifferenceKind, number>(DIFFERENCE_KINDS.map((kind) => [kind, 0]));
    for (const { kind } of this.all()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  }

  all(): Difference[] {
    return this.hasEnded() ? [] : Array.from(this.known.values(), ({ difference }) => difference);
  }

  private concernedAt(id: string, leaf: number | null): boolean {
    for (const { leaves } of this.concerned.get(id)?.values() ?? []) {
      if (leaves === null || (leaf !== null && leaf >= leaves.first && leaf < leaves.below)) return true;
    }
    return false;
  }

  private hasEnded(): boolean {
    if (this.endsAt === null || performance.now() < this.endsAt) return false;
    this.known.clear();
    this.concerned.clear();
    this.overflowed = false;
    return true;
  }

  private remove(name: string): void {
    const finding = this.known.get(name);
    if (finding === undefined) return;
    this.known.delete(name);
    const concerned = this.concerned.get(finding.difference.concerns);
    concerned?.delete(name);
    if (concerned?.size === 0) this.concerned.delete(finding.difference.concerns);
  }
}
