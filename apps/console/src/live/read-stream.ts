import { left } from '../api/leave.js';
import { root } from '../api/place.js';
import { SseParser, type StreamMessage } from './sse-parser.js';

/** Milliseconds of silence after which a stream is dead: three keep-alive comments are missing. */
const SILENCE = 45_000;

interface Wish {
  projectId: string | null;
  topics: readonly string[];
  /** The cursor to continue from; empty for a new stream. */
  cursor: string;
  signal: AbortSignal;
}

/** How a stream ended. */
export type StreamEnd = 'closed' | 'refused' | 'too_many';

/**
 * Reads a stream until it ends. `EventSource` would hide why it was refused, and choose the retry delay itself.
 * @throws TypeError where there was no answer; the signal's reason.
 */
export async function readStream(
  { projectId, topics, cursor, signal }: Wish,
  take: (message: StreamMessage) => void,
): Promise<StreamEnd> {
  const dead = new AbortController();
  const query = new URLSearchParams({ topics: topics.join(',') });
  if (projectId !== null) query.set('project', projectId);
  const response = await fetch(`${root}/api/stream?${query}`, {
    headers: { accept: 'text/event-stream', ...(cursor === '' ? {} : { 'last-event-id': cursor }) },
    cache: 'no-store',
    signal: AbortSignal.any([signal, dead.signal, left]),
  });
  if (!response.ok || response.body === null) return endOf(response.status);
  const parser = new SseParser();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let silence = setTimeout(() => dead.abort(), SILENCE);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return 'closed';
      silence = setTimeout(() => dead.abort(), SILENCE);
      for (const message of parser.push(decoder.decode(value, { stream: true }))) take(message);
    }
  } finally {
    clearTimeout(silence);
  }
}

function endOf(status: number): StreamEnd {
  if (status === 429) return 'too_many';
  return status === 401 || status === 403 || status === 404 || status === 400 ? 'refused' : 'closed';
}
