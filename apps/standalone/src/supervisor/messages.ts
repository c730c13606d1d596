/** Milliseconds between two heartbeats of a process. */
export const LIFE_SIGN_PAUSE = 5_000;

/** Messages from the process of an environment to the supervisor. */
export type Report =
  | {
      type: 'ready';
      /** For the terminal. */
      welcome: string;
      /** Ports of the HTTP API, of health and metrics, and of its database. */
      ports: readonly [number, number, ...number[]];
    }
  | { type: 'alive' }
  /** It cannot start, with a sentence for the operator. */
  | { type: 'failed'; sentence: string };

/** Ports of the other environments, which the supervisor tells the process of an environment. */
export interface Neighbours {
  type: 'neighbours';
  ports: readonly number[];
}
