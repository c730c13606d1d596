import { dayOf, endOf } from '@service/platform/days';
import { Lane, type Block, type TimedInteraction } from './lane.js';

/** Stands for a project in the history of operators, who belong to none. */
const NO_PROJECT = 'operator';

/** The lanes of one process; each begins with the first interaction of a project and day. */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private day = '';
  /** Milliseconds. */
  private dayEnds = 0;

  constructor(private readonly writer: string) {}

  /** One block for each project and day among the interactions. */
  append(interactions: readonly TimedInteraction[]): Block[] {
    const byLane = new Map<Lane, TimedInteraction[]>();
    for (const each of interactions) {
      const lane = this.laneOf(each.interaction.projectId ?? NO_PROJECT, each.at);
      const own = byLane.get(lane);
      if (own === undefined) byLane.set(lane, [each]);
      else own.push(each);
    }
    return [...byLane].map(([lane, own]) => lane.append(own));
  }

  /** A day that has begun stays begun, though the clock be set back. */
  private laneOf(projectId: string, at: number): Lane {
    if (at >= this.dayEnds) this.begin(dayOf(at));
    const known = this.lanes.get(projectId);
    if (known !== undefined) return known;
    const lane = new Lane(this.day, projectId, this.writer);
    this.lanes.set(projectId, lane);
    return lane;
  }

  private begin(day: string): void {
    this.day = day;
    this.dayEnds = endOf(day);
    this.lanes.clear();
  }
}
