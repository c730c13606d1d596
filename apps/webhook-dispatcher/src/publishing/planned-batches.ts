/** An event by its id. */
interface Identified {
  event_id: string;
}

/** Most events whose commit is awaited. Batches that another replica took over are never committed here. */
const MOST_AWAITED = 10_000;

/**
 * Callbacks for the commit of a batch, by event: after a rollback, its events may come in other batches, and the former
 * plans must not be delivered.
 */
export class PlannedBatches {
  private readonly awaited = new Map<string, () => void>();

  /** Call this before a batch is planned: earlier plans of its events were rolled back. */
  forget(events: readonly Identified[]): void {
    for (const { event_id } of events) this.awaited.delete(event_id);
    if (this.awaited.size > MOST_AWAITED) this.awaited.clear();
  }

  add(events: readonly Identified[], onCommitted: () => void): void {
    for (const { event_id } of events) this.awaited.set(event_id, onCommitted);
  }

  committed(events: readonly Identified[]): void {
    const callbacks = new Set<() => void>();
    for (const { event_id } of events) {
      const onCommitted = this.awaited.get(event_id);
      if (onCommitted !== undefined) callbacks.add(onCommitted);
      this.awaited.delete(event_id);
    }
    for (const onCommitted of callbacks) onCommitted();
  }
}
