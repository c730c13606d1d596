import type { RecordedEvent } from './events.js';

type Upcast = (data: object) => object;

/**
 * Converts old data to the schema version that the code expects: for each type, the functions from version 1 to
 * 2, from 2 to 3, and so on. Elements are never converted, since their text was hashed.
 */
export class Upcaster {
  constructor(private readonly steps: Readonly<Record<string, readonly Upcast[]>> = {}) {}

  /** The schema version in which new events of this type are written. */
  currentVersion(type: string): number {
    return (this.steps[type]?.length ?? 0) + 1;
  }

  /** @throws RangeError on data of a version that this release does not know. */
  upcast(event: RecordedEvent): RecordedEvent {
    if (event.data === null) return event;
    const current = this.currentVersion(event.type);
    if (event.schema_version > current) {
      throw new RangeError(
        `${event.type} has version ${event.schema_version}; this release knows ${current}.`,
      );
    }
    let data: object = event.data;
    for (const step of this.steps[event.type]?.slice(event.schema_version - 1) ?? []) data = step(data);
    return { ...event, data, schema_version: current };
  }
}
