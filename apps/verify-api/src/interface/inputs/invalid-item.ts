import type { ServiceError } from '@service/contracts';

/** An invalid item of a batch: only this item is refused. */
export class InvalidItem {
  /** @param text canonical form of what was sent (RFC 8785), which the signature of the batch’s answer covers. */
  constructor(
    readonly text: string,
    readonly error: ServiceError,
  ) {}
}

/** An item of a batch as use cases get it. */
export type BatchItem<Item extends object> = Item | InvalidItem;
