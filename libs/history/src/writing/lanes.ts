import { dayOf, endOf } from '@service/platform/days';
import { historyOf } from '../interaction.js';
import { Lane, type Block, type TimedInteraction } from './lane.js';

/** The lanes of one process. A lane begins with the first interaction of a project and day. */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private day = '';
  /** Milliseconds since 1970. */
  private dayEnds = 0;

  constructor(private readonly writer: string) {}

  /** Appends interactions to their lanes; returns one block for each lane. */
  append(interactions: readonly TimedInteraction[]): Block[] {
    const byLane = new Map<Lane, TimedInteraction[]>();
    for (const each of interactions) {
      const lane = this.laneOf(historyOf(each.interaction.projectId), each.at);
      const own = byLane.get(lane);
      if (own === undefined) byLane.set(lane, [each]);
      else own.push(each);
    }
    return [...byLane].map(([lane, own]) => lane.append(own));
  }

  /** If the clock is set back, lines stay in the day that has begun. */
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
