import type { Interaction } from './interaction.js';

/** Stores the interaction history. */
export abstract class InteractionRecorder {
  /**
   * Stores an interaction; its answer may be sent only when it is durable.
   * @param deadline milliseconds of the monotonic clock until which the answer can wait for that.
   * @param done called with whether it is durable.
   */
  abstract record(interaction: Interaction, deadline: number, done: (durable: boolean) => void): void;
}

/** Stores nothing: to measure what storing costs. */
export class NoRecorder extends InteractionRecorder {
  record(_interaction: Interaction, _deadline: number, done: (durable: boolean) => void): void {
    done(true);
  }
}
