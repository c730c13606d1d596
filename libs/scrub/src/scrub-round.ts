import { Pass, type ComparedPage, type PassOptions } from './pass.js';
import { walksOf, type WalkOptions } from './walks.js';

export type RoundOptions = PassOptions & WalkOptions;

/** A pass through everything: at its end, findings that it did not repeat are gone. */
export class ScrubRound extends Pass {
  static async begin(options: RoundOptions): Promise<ScrubRound> {
    await options.findings.beginRound();
    return new ScrubRound(walksOf.everything(options, Date.now()), options);
  }

  override async step(): Promise<ComparedPage | null> {
    const page = await super.step();
    if (page === null && this.isWhole) await this.options.findings.endRound();
    return page;
  }
}
