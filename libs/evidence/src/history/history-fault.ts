/** A fault at one place of a lane. */
export interface HistoryFault {
  /**
   * `edited`: a line or its link is not as it was written. `cut_off`: the newest lines are missing without a trace.
   * `rewritten`: lines are linked correctly but differ from the sealed ones.
   */
  kind: 'edited' | 'inserted' | 'missing' | 'cut_off' | 'rewritten' | 'personal_edited';
  /** Sequence of the line, or of the first of several. */
  sequence: number;
  /** Number of missing or rewritten lines; 1 for any other fault. */
  lines: number;
  /** Request id of the line; null without a readable line. */
  request_id: string | null;
}

/** The members of a line that place it in a lane. */
export interface SaidLine {
  sequence: number;
  request_id: string | null;
  client: string | null;
}

/** Reads a line; null where the text is not a line of a history. */
export function readLine(line: string): SaidLine | null {
  let said: Partial<Record<keyof SaidLine, unknown>> | null;
  try {
    said = JSON.parse(line) as typeof said;
  } catch {
    return null;
  }
  const sequence = said?.sequence;
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence)) return null;
  return { sequence, request_id: textOrNull(said?.request_id), client: textOrNull(said?.client) };
}

/** A fault of one line. */
export function faultOf(
  kind: HistoryFault['kind'],
  sequence: number,
  said: Pick<SaidLine, 'request_id'> | null,
): HistoryFault {
  return { kind, sequence, lines: 1, request_id: said?.request_id ?? null };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
