import type { SpanError, Tracer } from '@service/platform/tracing';
import type { Append, AppendResult } from './events.js';

/** Appends within a span, where the trace of the request is recorded; the events then continue the trace from there. */
export async function traceAppend(
  tracer: Tracer,
  schema: string,
  append: Append,
  submit: (append: Append) => Promise<AppendResult>,
): Promise<AppendResult> {
  const span = tracer.continue({ name: `append ${schema}`, kind: 'client' }, append);
  if (span === null) return submit(append);
  span.set({ 'db.system.name': 'postgresql', 'rvs.events': append.events.length });
  let error: SpanError | null = { type: 'append', isFailure: true };
  try {
    const result = await submit({ ...append, ...span.context });
    error = result.appended ? null : { type: kindOf(result.conflict), isFailure: false };
    return result;
  } finally {
    span.end(error);
  }
}

function kindOf(conflict: (AppendResult & { appended: false })['conflict']): string {
  return conflict === 'deadline' ? conflict : conflict.kind;
}
