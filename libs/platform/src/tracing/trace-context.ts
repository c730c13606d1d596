/** The trace context of a message (W3C Trace Context); other members are ignored. */
export interface TraceCarrier {
  readonly traceparent?: string | null;
  readonly tracestate?: string | null;
}

/** A trace and the span in it that others continue from. */
export interface TraceContext {
  readonly traceparent: string;
  /** `tracestate` of other vendors, propagated unchanged. */
  readonly tracestate: string | null;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
/** Keys and values of members, section 3.3.1; spaces and tabs may stand around them. */
const MEMBER = /^[ \t]*[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}[ \t]*$/;
const MOST_MEMBERS = 32;
/** Section 3.3.1.5: the minimum that must be propagated; more would be sent with every command. */
const LONGEST_STATE = 512;

/**
 * Reads a trace context; null if there is none, or a malformed one, which is ignored (section 3.2). A malformed
 * `tracestate` is dropped alone.
 */
export function readTraceContext({ traceparent, tracestate }: TraceCarrier): TraceContext | null {
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return null;
  return { traceparent, tracestate: isTracestate(tracestate) ? tracestate : null };
}

/** The id of a trace. */
export function traceIdOf({ traceparent }: Pick<TraceContext, 'traceparent'>): string {
  return traceparent.slice(3, 35);
}

/** The id of the span that others continue from. */
export function spanIdOf({ traceparent }: Pick<TraceContext, 'traceparent'>): string {
  return traceparent.slice(36, 52);
}

/** Whether the sender of the context records the trace. */
export function isSampled({ traceparent }: Pick<TraceContext, 'traceparent'>): boolean {
  return (parseInt(traceparent.slice(-2), 16) & 1) === 1;
}

/** The member of a log line that names a trace; none where there is no trace. */
export function traceInLog(carrier: TraceCarrier): { trace_id?: string } {
  const context = readTraceContext(carrier);
  return context === null ? {} : { trace_id: traceIdOf(context) };
}

function isTracestate(text: string | null | undefined): text is string {
  if (typeof text !== 'string' || text.length > LONGEST_STATE) return false;
  const members = text.split(',').filter((member) => member.trim() !== '');
  return members.length > 0 && members.length <= MOST_MEMBERS && members.every((each) => MEMBER.test(each));
}
