import { firstLinkOf } from '@service/evidence';
import { outcomeOf, type Interaction } from '../interaction.js';
import { LinkedLines } from './linked-lines.js';
import { PersonalOfBlock } from './personal-of-block.js';
import { credentialOfActor } from '../lines/read-line.js';
import { renderLine } from '../lines/render-line.js';
import { Tally, type TallyEntry } from './tally.js';

/** Lines of one project and day, as one row stores them. */
export interface Block {
  day: string;
  project_id: string;
  /** Number of its first line. */
  sequence: number;
  line_count: number;
  first_at: string;
  last_at: string;
  first_request: string;
  last_request: string;
  links: Buffer;
  /** UTF-8, with a line feed between two lines. */
  lines: Buffer;
  /** JSON of the personal fields, by the digests that the lines hold. */
  personal: string;
  tally: TallyEntry[];
}

/** An interaction with the moment, in milliseconds, at which its answer was ready. */
export interface TimedInteraction {
  interaction: Interaction;
  at: number;
}

/** The lane that this process writes for one project and day. */
export class Lane {
  private next = 1;
  private link: Uint8Array;
  /** Milliseconds; if the clock is set back, later lines still get no earlier time. */
  private lastAt = 0;

  constructor(
    readonly day: string,
    readonly projectId: string,
    writer: string,
  ) {
    this.link = firstLinkOf({ day, project_id: projectId, writer });
  }

  /** Appends and links interactions, at least one, in their order. */
  append(interactions: readonly TimedInteraction[]): Block {
    const sequence = this.next;
    const linked = new LinkedLines(this.link, interactions.length);
    const tally = new Tally();
    const personal = new PersonalOfBlock();
    let firstAt = 0;
    let firstRequest = '';
    let lastRequest = '';
    for (const { interaction, at } of interactions) {
      const { requestId, actor, operation, errorCode, items } = interaction;
      this.lastAt = Math.max(this.lastAt, at);
      if (firstAt === 0) firstAt = this.lastAt;
      if (firstRequest === '' || requestId < firstRequest) firstRequest = requestId;
      if (requestId > lastRequest) lastRequest = requestId;
      const outcome = outcomeOf(interaction);
      const client = interaction.client === null ? null : personal.digestOf(interaction.client);
      linked.push(renderLine(interaction, { sequence: this.next, at: this.lastAt, outcome, client }));
      const credentialId = credentialOfActor(actor);
      tally.count({ credentialId, operation, errorCode, items }, outcome, this.lastAt);
      this.next += 1;
    }
    this.link = linked.head;
    return {
      day: this.day,
      project_id: this.projectId,
      sequence,
      line_count: interactions.length,
      first_at: new Date(firstAt).toISOString(),
      last_at: new Date(this.lastAt).toISOString(),
      first_request: firstRequest,
      last_request: lastRequest,
      links: linked.links,
      lines: linked.lines,
      personal: personal.toJson(),
      tally: tally.entries(),
    };
  }
}
