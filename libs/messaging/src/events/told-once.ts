/** Names that are told apart; more are neither told nor counted. */
const CAPACITY = 10_000;

/** Tells about each name once, however often it is read, and counts them. */
export class ToldOnce {
  private readonly told = new Set<string>();

  /** Number of the names. */
  get count(): number {
    return this.told.size;
  }

  tell(name: string, how: () => void): void {
    if (this.told.has(name) || this.told.size >= CAPACITY) return;
    this.told.add(name);
    how();
  }
}
