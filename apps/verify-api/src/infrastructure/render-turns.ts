import { TurnsByKey } from '@service/platform/batching';
import { letOthersRun } from './event-loop.js';

/**
 * Renders long answers in parts, between which the event loop goes on: views are folded and short answers given meanwhile.
 * Projects take turns, so that one with many long answers keeps no other waiting.
 */
export class RenderTurns {
  private readonly turns: TurnsByKey<() => void>;
  private scheduled: NodeJS.Immediate | null = null;

  constructor(pause: () => Promise<unknown> = letOthersRun, now?: () => number) {
    this.turns = new TurnsByKey((render) => render(), pause, now);
  }

  /** Calls `render` when its turn has come. @returns what it returns. */
  run<Rendered>(projectId: string | null, render: () => Rendered | Promise<Rendered>): Promise<Rendered> {
    return new Promise((resolve, reject) => {
      this.turns.add(projectId ?? '', () => {
        try {
          resolve(render());
        } catch (error) {
          reject(error as Error);
        }
      });
      // In the next turn of the event loop, so that the parts of several projects are there.
      this.scheduled ??= setImmediate(() => {
        this.scheduled = null;
        void this.turns.run();
      });
    });
  }
}
