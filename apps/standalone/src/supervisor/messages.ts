/** Milliseconds between two signs of life of a process. */
export const LIFE_SIGN_PAUSE = 5_000;

/** What the process of an environment says to the supervisor. */
export type Report =
  | {
      type: 'ready';
      /** For the terminal. */
      welcome: string;
      /** Those that it listens on: of the HTTP API, of health and metrics, of its database. */
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
