import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useSyncExternalStore } from 'react';
import { ApiError } from './api-error.js';
import { dataOf, makeApi, type Api } from './client.js';
import type { ConnectionState } from './connection.js';
import { connection } from './send.js';
import { useWhereabouts } from './session.js';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

/** A call that the client has begun. */
type Call<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;
/** The first part names the resource, such as `records`; mutations invalidate its queries by that name. */
type Key = readonly [string, ...unknown[]];

export interface Scope {
  /** Whether the call is for the whole environment, such as the team. */
  wholeEnvironment?: boolean;
}

interface ReadOptions<Data> {
  enabled?: boolean;
  refetchInterval?: number | ((query: { state: { data: Data | undefined } }) => number | false);
  /** Milliseconds for which an answer is not asked for again, unless an act changes it. */
  staleTime?: number;
}

function useProjectId(wholeEnvironment: boolean): string | null {
  const { project } = useWhereabouts();
  return wholeEnvironment ? null : (project?.id ?? null);
}

/** Whether the service can be reached; queries wait while it cannot. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, () => connection.state);
}

/** Whether calls may be sent. */
export function useIsUp(): boolean {
  return useSyncExternalStore(connection.subscribe, () => connection.isUp);
}

/** Reads one answer in the current project: `useAnswer(['records', id], (api) => api.GET(…))`. */
export function useAnswer<Data>(
  key: Key,
  call: (api: Api) => Call<Data>,
  { wholeEnvironment = false, ...options }: Scope & ReadOptions<Exclude<Data, string>> = {},
): UseQueryResult<Exclude<Data, string>> {
  const projectId = useProjectId(wholeEnvironment);
  return useQuery({
    queryKey: [...key, { projectId }],
    queryFn: () => dataOf(call(makeApi(projectId))),
    ...options,
  });
}

interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

const NOTHING: never[] = [];
/** Most pages without an item that are read before one is shown. */
const MOST_EMPTY = 5;

/** A page of a list. */
export interface List<Item> {
  items: Item[];
  isLoading: boolean;
  /** Whether the items are still those of the previous filters or page. */
  isStale: boolean;
  error: ApiError | null;
  /** Where the list goes on after the items; null at its end. */
  next: string | null;
  refresh(): void;
  /** Reads what matches from the beginning, page by page, up to a number of items. */
  readAll(most: number): Promise<{ items: Item[]; isWhole: boolean }>;
}

/** Reads a page of a list, the first unless the address has the cursor of another as `after`:
 *  `useList(['records', filters], (api, cursor) => api.GET(…))`. */
export function useList<Item>(
  key: Key,
  call: (api: Api, cursor: { cursor?: string }) => Call<Page<Item> | string>,
  {
    wholeEnvironment = false,
    ...options
  }: Scope & Omit<ReadOptions<never>, 'refetchInterval'> & { refetchInterval?: number } = {},
): List<Item> {
  const projectId = useProjectId(wholeEnvironment);
  const { after }: { after?: string } = useSearch({ strict: false });
  const read = (cursor?: string) => dataOf(call(makeApi(projectId), cursor === undefined ? {} : { cursor }));
  /** The history is searched a part at a time, and a part may have nothing that matches. */
  const readOn = async (cursor: string | undefined, signal: AbortSignal) => {
    let page: Page<Item> = await read(cursor);
    for (
      let empty = 1;
      empty < MOST_EMPTY && page.data.length === 0 && page.next_cursor !== null;
      empty += 1
    ) {
      signal.throwIfAborted();
      page = await read(page.next_cursor);
    }
    return page;
  };
  const query = useQuery({
    queryKey: [...key, { projectId, after }],
    queryFn: ({ signal }) => readOn(after, signal),
    placeholderData: keepPreviousData,
    ...options,
  });
  return {
    items: query.data?.data ?? NOTHING,
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    next: query.data?.next_cursor ?? null,
    refresh: () => void query.refetch(),
    readAll: async (most) => {
      const found: Item[] = [];
      let cursor: string | undefined;
      do {
        const page: Page<Item> = await read(cursor);
        found.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined && found.length < most);
      return { items: found.slice(0, most), isWhole: cursor === undefined && found.length <= most };
    },
  };
}

/**
 * A mutation. A retry after a lost answer has the same idempotency key.
 * @param touches first parts of the query keys that are invalidated afterwards.
 */
export function useAct<Input = void, Data = unknown>(
  act: (api: Api, input: Input) => Call<Data>,
  touches: readonly string[],
  { wholeEnvironment = false }: Scope = {},
): UseMutationResult<Data, ApiError, Input> {
  const projectId = useProjectId(wholeEnvironment);
  const client = useQueryClient();
  const attempt = useRef(crypto.randomUUID() as string);
  return useMutation({
    mutationFn: (input: Input) => dataOf(act(makeApi(projectId, attempt.current), input)),
    // A secret in an answer must not outlive the dialog that shows it.
    gcTime: 0,
    onSuccess: async () => {
      attempt.current = crypto.randomUUID();
      await Promise.all(touches.map((touched) => client.invalidateQueries({ queryKey: [touched] })));
      // The pages hear of it by a timer: a dialog that closes before gives the focus to a button that is about to go.
      await new Promise((shown) => setTimeout(shown));
    },
    onError: (error) => {
      if (error.status !== 0) attempt.current = crypto.randomUUID();
    },
  });
}
