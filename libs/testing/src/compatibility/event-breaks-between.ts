import { SchemaComparison } from './compare-schemas.js';
import type { Schema } from './documented.js';

/** An AsyncAPI 3 document, as far as it is compared. */
export interface EventDocument {
  components: { messages: Record<string, { payload: Schema; headers: Schema }> };
}

/** What of a change between two AsyncAPI documents breaks receivers of events: each begins with the type of the event. */
export function eventBreaksBetween(old: EventDocument, now: EventDocument): string[] {
  const comparison = () => new SchemaComparison({ old, new: now }, 'answer');
  return Object.entries(old.components.messages).flatMap(([type, before]) => {
    const after = now.components.messages[type];
    if (after === undefined) return [`${type} is gone`];
    return [
      ...comparison().breaks(before.headers, after.headers, `${type}: header`),
      ...comparison().breaks(before.payload, after.payload, `${type}: body`),
    ];
  });
}
