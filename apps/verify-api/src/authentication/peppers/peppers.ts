import { Pepper } from './pepper.js';

/** The peppers that a gateway holds: the newest seals what is made, every one proves what it sealed. */
export class Peppers {
  readonly newest: Pepper;
  private readonly byId: ReadonlyMap<string, Pepper>;

  /**
   * @param secrets newest first.
   * @param displayName how messages name their file.
   * @throws TypeError without any.
   */
  constructor(
    secrets: readonly string[],
    readonly displayName = 'the pepper file',
  ) {
    const all = secrets.map((secret) => new Pepper(secret));
    const [newest] = all;
    if (newest === undefined) throw new TypeError('There is no pepper.');
    this.newest = newest;
    this.byId = new Map(all.map((pepper) => [pepper.id, pepper]));
  }

  /** Their ids, newest first. */
  get ids(): string[] {
    return [...this.byId.keys()];
  }

  /** The one of that id, where it is held. */
  named(id: string): Pepper | undefined {
    return this.byId.get(id);
  }

  /** A key for another purpose from each, newest first. */
  derive(purpose: string): readonly Buffer[] {
    return [...this.byId.values()].map((pepper) => pepper.derive(purpose));
  }
}
