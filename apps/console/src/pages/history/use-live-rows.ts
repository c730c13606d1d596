import { startTransition, useEffect, useRef, useState } from 'react';
import { asJson } from '../../api/as-json.js';
import { dataOf, makeApi } from '../../api/client.js';
import type { ApiError } from '../../api/api-error.js';
import { useWhereabouts } from '../../api/session.js';
import { useLive } from '../../live/use-live.js';
import type { LiveState } from '../../live/live-messages.js';
import type { HistoryFilters } from './history-filters.js';
import type { Line } from './interaction-line.js';
import { NO_ROWS, shownAll, unknownTo, withLines, type LiveRows } from './live-rows.js';

/** Milliseconds between two readings. */
const READ_EVERY = 1_000;
/** Pages read at most to close the gap to the shown lines; a longer gap restarts the list. */
const MOST_PAGES = 5;

/** Rows added at a time, so that the page stays responsive. */
const ROWS_AT_ONCE = 25;
/** Milliseconds between two batches, for rendering. */
const FRAME = 16;

export interface LiveHistory {
  list: LiveRows;
  isLoading: boolean;
  error: ApiError | null;
  state: LiveState;
  showAll(): void;
}

/** Follows the history: the stream announces new lines, and the API is asked for them. */
export function useLiveRows(filters: HistoryFilters, isPaused: boolean): LiveHistory {
  const { project } = useWhereabouts();
  const projectId = project?.id ?? null;
  const [list, setList] = useState(NO_ROWS);
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<ApiError | null>(null);
  // Includes rows that the transition has not rendered yet.
  const newest = useRef(list);
  const change = (next: LiveRows) => {
    newest.current = next;
    startTransition(() => setList(next));
  };
  const paused = useRef(isPaused);
  paused.current = isPaused;
  const reading = useRef({ isBusy: false, isDirty: false, isGone: false });

  const read = async (): Promise<void> => {
    const now = reading.current;
    if (now.isBusy) {
      now.isDirty = true;
      return;
    }
    now.isBusy = true;
    now.isDirty = false;
    try {
      const { lines, joins } = await newLines(projectId, filters, newest.current);
      if (now.isGone) return;
      if (!joins) change({ ...NO_ROWS, isCut: true });
      setError(null);
      // The oldest first, so that the shown lines have no gap.
      for (let end = lines.length; end > 0 && !now.isGone; end -= ROWS_AT_ONCE) {
        const part = lines.slice(Math.max(0, end - ROWS_AT_ONCE), end);
        change(withLines(newest.current, part, paused.current && joins));
        setLoading(false);
        await passed(FRAME);
      }
    } catch (failure) {
      setError(failure as ApiError);
    } finally {
      setLoading(false);
    }
    await passed(READ_EVERY);
    now.isBusy = false;
    if (now.isDirty && !now.isGone) void read();
  };

  useEffect(() => {
    const now = reading.current;
    now.isGone = false;
    void read();
    return () => {
      now.isGone = true;
    };
    // For other filters, the page renders another list, with another key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const state = useLive(['interactions'], () => void read());
  const isBack = state.kind === 'live' && error !== null;
  useEffect(() => {
    if (isBack) void read();
    // Once for each time that the stream is back.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBack]);
  return { list, isLoading, error, state, showAll: () => change(shownAll(newest.current)) };
}

async function newLines(
  projectId: string | null,
  filters: HistoryFilters,
  list: LiveRows,
): Promise<{ lines: Line[]; joins: boolean }> {
  const api = makeApi(projectId);
  const lines: Line[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = { ...filters, limit: 100, ...(cursor === null ? {} : { cursor }) };
    const page: { data: Line[]; next_cursor: string | null } = await dataOf(
      asJson(api.GET('/v1/interactions', { params: { query } })),
    );
    const found = unknownTo(list, page.data);
    lines.push(...found);
    const isFirst = list.rows.length + list.waiting.length === 0;
    if (isFirst || found.length < page.data.length || page.next_cursor === null)
      return { lines, joins: true };
    cursor = page.next_cursor;
  }
  return { lines, joins: false };
}

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
