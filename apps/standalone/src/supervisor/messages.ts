/** Milliseconds between two signs of life of a process. */
export const LIFE_SIGN_PAUSE = 5_000;

/** What the process of an environment says to the supervisor. */
export type Report =
  | {
      type: 'ready';
      /** For the terminal. */
      welcome: string;
      /** Those that the process and its database listen on. */
      ports: readonly number[];
    }
  | { type: 'alive' }
  /** It cannot start, with a sentence for the operator. */
  | { type: 'failed'; sentence: string };

/** Ports of the other environments, which the supervisor tells the process of an environment. */
export interface Neighbours {
  type: 'neighbours';
  ports: readonly number[];
}
