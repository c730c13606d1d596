import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useWhereabouts } from '../api/session.js';
import { LiveClient, type LiveSubject } from './live-client.js';
import { TOPIC_NEEDS, type Change, type LiveState, type Topic } from './live-messages.js';

const clients = new Map<string, LiveClient>();

function clientOf(subject: LiveSubject): LiveClient {
  const key = JSON.stringify(subject);
  const known = clients.get(key) ?? new LiveClient(subject);
  clients.set(key, known);
  return known;
}

/** The stream of the current project with all topics that the operator may read, shared by all pages and tabs. */
function useLiveClient(): LiveClient {
  const { session, project } = useWhereabouts();
  const held = (project?.capabilities ?? []).join();
  const { id: sessionId } = session.session;
  const projectId = project?.id ?? null;
  return useMemo(() => {
    const may = held.split(',');
    const topics = (Object.keys(TOPIC_NEEDS) as Topic[]).filter((topic) => {
      const needed = TOPIC_NEEDS[topic];
      return needed === null || may.includes(needed);
    });
    return clientOf({ sessionId, projectId, topics });
  }, [sessionId, projectId, held]);
}

/** Calls a function when a topic changes; the stream also notices the end of the session. @returns its state. */
export function useLive(topics: readonly Topic[], changed: (change: Change) => void): LiveState {
  const client = useLiveClient();
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  const wanted = topics.join();
  useEffect(() => {
    return client.onChange((change) => {
      if (wanted.split(',').includes(change.topic)) latest.current(change);
    });
  }, [client, wanted]);
  return useSyncExternalStore(client.onState, () => client.state);
}

/**
 * Refetches queries when a topic changes: at once, and then not before `atMostEvery`.
 * @param keys first parts of the keys of the queries.
 * @param atMostEvery the least milliseconds between two refetches.
 * @param isHeld whether to wait for the next refetch, because somebody reads.
 */
export function useLiveQueries(
  topics: readonly Topic[],
  keys: readonly string[],
  { atMostEvery, isHeld = () => false }: { atMostEvery: number; isHeld?: () => boolean },
): LiveState {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isDirty = useRef(false);
  const names = keys.join();
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  const refresh = (): void => {
    isDirty.current = isHeld();
    for (const name of isDirty.current ? [] : names.split(','))
      void queries.invalidateQueries({ queryKey: [name] });
    timer.current = setTimeout(() => {
      timer.current = null;
      if (isDirty.current) refresh();
    }, atMostEvery);
  };
  return useLive(topics, () => {
    if (timer.current === null) refresh();
    else isDirty.current = true;
  });
}
