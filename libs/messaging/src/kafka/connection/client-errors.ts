/** Counts the errors that clients of Kafka log, by the part of the client that had them; they retry by themselves. */
export class ClientErrors {
  private readonly byPart = new Map<string, number>();

  /** @param part a namespace of kafkajs, such as `Connection` or `ConsumerGroup`. */
  add(part: string): void {
    this.byPart.set(part, (this.byPart.get(part) ?? 0) + 1);
  }

  counts(): { part: string; count: number }[] {
    return Array.from(this.byPart, ([part, count]) => ({ part, count }));
  }
}
