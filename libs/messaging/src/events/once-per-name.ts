/** Names at most; further ones are ignored and not counted. */
const CAPACITY = 10_000;

/** Runs an action once for each name, however often the name comes, and counts the names. */
export class OncePerName {
  private readonly names = new Set<string>();

  /** Number of the names. */
  get count(): number {
    return this.names.size;
  }

  run(name: string, action: () => void): void {
    if (this.names.has(name) || this.names.size >= CAPACITY) return;
    this.names.add(name);
    action();
  }
}
