import type { Interaction } from './interaction.js';

/** Stores the interaction history. */
export abstract class InteractionRecorder {
  /**
   * Stores an interaction; its answer may be sent only when it is durable.
   * @param done called with whether it is durable.
   */
  abstract record(interaction: Interaction, done: (durable: boolean) => void): void;
}

/** Stores nothing: to measure what storing costs. */
export class NoRecorder extends InteractionRecorder {
  record(_interaction: Interaction, done: (durable: boolean) => void): void {
    done(true);
  }
}
