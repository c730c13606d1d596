import type { Interaction } from './interaction.js';

/** Keeps the interaction history. */
export abstract class InteractionRecorder {
  /**
   * Keeps an interaction and tells when it is durable; only then may its answer leave.
   * @param done told whether it is.
   */
  abstract record(interaction: Interaction, done: (durable: boolean) => void): void;
}

/** Keeps nothing: for measuring what keeping costs. */
export class NoRecorder extends InteractionRecorder {
  record(_interaction: Interaction, done: (durable: boolean) => void): void {
    done(true);
  }
}
