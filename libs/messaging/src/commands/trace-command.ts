import { ServiceError, noteReplayed, wasReplayed, type CommandEnvelope } from '@service/contracts';
import type { SpanError, Tracer } from '@service/platform/tracing';

const KINDS = { send: 'client', handle: 'server' } as const;

/**
 * Runs work on a command within a span, if its trace is recorded; what the work sends or appends continues the trace.
 * @param hop where it is sent, or where its owner handles it.
 * @param work gets a copy of the command whose trace context is that of the span.
 */
export async function traceCommand<Command extends CommandEnvelope, Result>(
  tracer: Tracer | null,
  hop: keyof typeof KINDS,
  command: Command,
  work: (command: Command) => Promise<Result>,
): Promise<Result> {
  const { type, request_id } = command;
  const span = tracer?.continue({ name: `${hop} ${type}`, kind: KINDS[hop] }, command) ?? null;
  if (span === null) return work(command);
  if (request_id !== null) span.set({ 'rvs.request_id': request_id });
  const continued = { ...command, ...span.context };
  let error: SpanError | null = null;
  try {
    return await work(continued);
  } catch (thrown) {
    error =
      thrown instanceof ServiceError
        ? { type: thrown.code, isFailure: thrown.status >= 500 }
        : { type: 'internal.error', isFailure: true };
    throw thrown;
  } finally {
    if (wasReplayed(continued)) noteReplayed(command);
    span.end(error);
  }
}
