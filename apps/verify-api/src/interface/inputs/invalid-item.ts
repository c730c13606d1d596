import type { ServiceError } from '@service/contracts';

/** An invalid item of a batch: only this item is refused. */
export class InvalidItem {
  /** @param text canonical form of what was sent (RFC 8785), which the signature of the batch’s answer covers; `null` where it
   *   is malformed. */
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
export type BatchItem<Item extends object> = Item | InvalidItem;
