import type { ServiceError } from '@service/contracts';

/** An invalid item of a batch: only this item is refused. */
export class InvalidItem {
  /**
   * @param text the sent item in canonical form (RFC 8785), or `null` for a malformed item. The signature of the batch’s answer
   *   covers it.
   */
  constructor(
    readonly text: string,
    readonly error: ServiceError,
  ) {}

  /** As the digest of its request covers it. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** An item of a batch as use cases get it. */
export type BatchItem<Item extends object | string> = Item | InvalidItem;
