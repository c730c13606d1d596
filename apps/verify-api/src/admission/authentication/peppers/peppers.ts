import type { KeyObject } from 'node:crypto';
import { Pepper } from './pepper.js';

/** The peppers of a gateway. The newest seals new secrets; each verifies the secrets that it sealed. */
export class Peppers {
  readonly newest: Pepper;
  private readonly byId: ReadonlyMap<string, Pepper>;

  /**
   * @param secrets newest first.
   * @param displayName name of their file, for messages to the operator.
   * @throws TypeError where the list is empty.
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

  /** The pepper with an id, if this gateway has it. */
  named(id: string): Pepper | undefined {
    return this.byId.get(id);
  }

  /** Derives a key for another purpose from each pepper, newest first. */
  derive(purpose: string): readonly KeyObject[] {
    return [...this.byId.values()].map((pepper) => pepper.derive(purpose));
  }
}
