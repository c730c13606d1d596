import { firstLinkOf, linkOf } from '@service/evidence';
import { outcomeOf, type Interaction } from '../interaction.js';
import { dayOf } from '../storage/partitions.js';
import { PersonalOfBlock } from './personal-of-block.js';
import { renderLine } from './render-line.js';
import { Tally, type TallyEntry } from './tally.js';

/** Lines of one project and day, as they are stored: one row. */
export interface Block {
  day: string;
  project_id: string;
  sequence: number;
  line_count: number;
  first_at: string;
  last_at: string;
  first_request: string;
  last_request: string;
  links: Buffer;
  /** A line each, with a line feed between them. */
  lines: string;
  /** JSON of what the lines' digests stand for. */
  personal: string;
  tally: TallyEntry[];
}

/** Stands for a project in the history of operators, who belong to none. */
export const NO_PROJECT = 'operator';

/** What this process keeps of one project and day: the writer's end of a lane. */
export class Lane {
  private next = 1;
  private link: Buffer;
  /** Milliseconds; a clock that was set back must not order lines backwards. */
  private lastAt = 0;

  constructor(
    readonly day: string,
    readonly projectId: string,
    writer: string,
  ) {
    this.link = firstLinkOf({ day, project_id: projectId, writer });
  }

  /** Links interactions to the lane, in their order. */
  append(interactions: readonly TimedInteraction[]): Block {
    const sequence = this.next;
    const lines: string[] = [];
    const links: Buffer[] = [];
    const tally = new Tally();
    const personal = new PersonalOfBlock();
    const [first] = interactions;
    let firstRequest = first?.interaction.requestId ?? '';
    let lastRequest = firstRequest;
    const firstAt = Math.max(this.lastAt, first?.at ?? 0);
    for (const { interaction, at } of interactions) {
      this.lastAt = Math.max(this.lastAt, at);
      const outcome = outcomeOf(interaction);
      const client = personal.digestOf(interaction.address, interaction.userAgent);
      const line = renderLine(interaction, { sequence: this.next, at: this.lastAt, outcome, client });
      this.next += 1;
      this.link = linkOf(this.link, line);
      lines.push(line);
      links.push(this.link);
      tally.count(interaction, outcome, this.lastAt);
      if (interaction.requestId < firstRequest) firstRequest = interaction.requestId;
      if (interaction.requestId > lastRequest) lastRequest = interaction.requestId;
    }
    return {
      day: this.day,
      project_id: this.projectId,
      sequence,
      line_count: lines.length,
      first_at: new Date(firstAt).toISOString(),
      last_at: new Date(this.lastAt).toISOString(),
      first_request: firstRequest,
      last_request: lastRequest,
      links: Buffer.concat(links),
      lines: lines.join('\n'),
      personal: personal.toJson(),
      tally: tally.entries(),
    };
  }
}

/** An interaction with the moment, in milliseconds, at which its answer was ready. */
export interface TimedInteraction {
  interaction: Interaction;
  at: number;
}

/** The lanes of one process; each begins with the first interaction of a project and day. */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private day = '';

  constructor(private readonly writer: string) {}

  /** One block for each project and day among the interactions. */
  append(interactions: readonly TimedInteraction[]): Block[] {
    const byLane = Map.groupBy(interactions, ({ interaction, at }) =>
      this.laneOf(interaction.projectId ?? NO_PROJECT, at),
    );
    return [...byLane].map(([lane, own]) => lane.append(own));
  }

  private laneOf(projectId: string, at: number): Lane {
    const day = dayOf(at);
    if (day > this.day) this.begin(day);
    const key = `${this.day} ${projectId}`;
    const known = this.lanes.get(key);
    if (known !== undefined) return known;
    const lane = new Lane(this.day, projectId, this.writer);
    this.lanes.set(key, lane);
    return lane;
  }

  /** A day that has begun stays begun, though the clock be set back: its lanes are where this process writes. */
  private begin(day: string): void {
    this.day = day;
    this.lanes.clear();
  }
}
