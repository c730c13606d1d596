import type { CommandEnvelope } from '@service/contracts';
import { traceInLog } from '@service/platform/tracing';

/** The members of a log line that name the request of a command and its trace, if it has them. */
export function requestOf(command: Pick<CommandEnvelope, 'request_id' | 'traceparent'>): {
  request_id?: string;
  trace_id?: string;
} {
  const { request_id } = command;
  return { ...(request_id === null ? {} : { request_id }), ...traceInLog(command) };
}
