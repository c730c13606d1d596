import { SLICE, letOthersRun } from './event-loop.js';

type Part = () => void;

/**
 * Renders long answers in parts, between which the event loop goes on: views are folded and short answers given meanwhile.
 * Projects take turns, so that one with many long answers keeps no other waiting.
 */
export class RenderTurns {
  private readonly waiting = new Map<string, Part[]>();
  private isScheduled = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Calls `render` when its turn has come. @returns what it returns. */
  run<Rendered>(projectId: string | null, render: () => Rendered | Promise<Rendered>): Promise<Rendered> {
    return new Promise((resolve, reject) => {
      this.add(projectId ?? '', () => {
        try {
          resolve(render());
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }

  private add(key: string, part: Part): void {
    if (!this.isScheduled) {
      this.isScheduled = true;
      setImmediate(() => void this.render());
    }
    const parts = this.waiting.get(key);
    if (parts === undefined) this.waiting.set(key, [part]);
    else parts.push(part);
  }

  private async render(): Promise<void> {
    while (this.waiting.size > 0) {
      this.renderSlice();
      // Also after the last part: the next answer may begin at once.
      await letOthersRun();
    }
    this.isScheduled = false;
  }

  private renderSlice(): void {
    const until = this.now() + SLICE;
    do {
      const [next] = this.waiting;
      if (next === undefined) return;
      const [key, parts] = next;
      // It is set again behind the others.
      this.waiting.delete(key);
      const part = parts.shift();
      if (parts.length > 0) this.waiting.set(key, parts);
      part?.();
    } while (this.now() < until);
  }
}
