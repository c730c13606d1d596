import { useEffect, useState } from 'react';
import { connection } from '../api/send.js';
import type { TaskName, Tasks } from './messages.js';
import { verifier } from './verifier.js';

/** State of a task of the worker. */
export interface Task<Answer> {
  answer: Answer | null;
  error: string | null;
  isBusy: boolean;
  /** Number of log entries that were read, and of all; null if none are read. */
  progress: { done: number; of: number } | null;
  again: () => void;
}

/** Runs a task of the worker when the page is shown and whenever the task changes. @param asks null for no task. */
export function useTask<Name extends TaskName>(
  name: Name,
  asks: Tasks[Name]['asks'] | null,
): Task<Tasks[Name]['answers']> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<Omit<Task<Tasks[Name]['answers']>, 'again'>>(NOTHING);
  const key = JSON.stringify(asks);
  useEffect(() => {
    if (asks === null) return;
    const leaving = new AbortController();
    setState({ ...NOTHING, isBusy: true });
    const tell = (next: (before: typeof state) => typeof state) => {
      if (!leaving.signal.aborted) setState(next);
    };
    const run = async () => {
      try {
        const onProgress = (done: number, of: number) =>
          tell((before) => ({ ...before, progress: { done, of } }));
        const answer = await verifier(name, asks, { onProgress });
        tell(() => ({ ...NOTHING, answer }));
      } catch (error) {
        tell(() => ({ ...NOTHING, error: (error as Error).message }));
        if (await connection.returned(leaving.signal)) setTurn((before) => before + 1);
      }
    };
    void run();
    return () => leaving.abort();
    // The task is compared by its JSON.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name, key, turn]);
  return { ...state, again: () => setTurn((before) => before + 1) };
}

const NOTHING = { answer: null, error: null, isBusy: false, progress: null };
