import type { LoadedStream } from '@service/event-store';

/** The aggregates whose streams share this app's event log. */
export type StreamDomain = 'project' | 'authority' | 'credential' | 'operator' | 'key' | 'link';

/** Whether a stream exists and is of another kind of aggregate: a caller may name any id. */
export function isForeign(stream: LoadedStream, domain: StreamDomain): boolean {
  const [first] = stream.events;
  return first !== undefined && !first.type.startsWith(`service.${domain}.`);
}
