import { randomInt } from 'node:crypto';
import {
  agreedNow,
  LINKS_OF_RECORD,
  ServiceError,
  UnavailableError,
  requireIssuer,
  type CommandTypeOf,
  type LinkEvent,
  type LinkSnapshot,
  type ReceivedCommand,
} from '@service/contracts';
import {
  authenticDataOf,
  dataOf,
  handleCommand,
  newDataEvents,
  type Decision,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import type { Pool } from 'pg';
import { requireOperatorHolds } from '../operators/issuing-operator.js';
import { readActiveProject } from '../projects/active-project.js';
import { isForeign } from '../streams/stream-domain.js';
import { TAKE_FREE_NAME } from './free-names.sql.js';
import { decide, evolve, type LinkCommand, type LinkFacts } from './link.decider.js';

/** Thrown where another link of the record took the number first. */
class NumberTaken extends Error {}

/** After others have taken all numbers, one more attempt finds none. */
const ATTEMPTS = LINKS_OF_RECORD + 1;

/** Gathers the facts of a link's command, has it decided and appends the events. */
export class LinkCommands {
  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
  ) {}

  /** Handles a caller's command on a link of the command's project; the sender has found the record in it. */
  async handle(command: ReceivedCommand<CommandTypeOf<'link'>>): Promise<LinkSnapshot> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        return await handleCommand(this.store, {
          command,
          taken: () => {
            throw new NumberTaken();
          },
          decide: (stream) => this.decideFor(command, stream),
        });
      } catch (error) {
        if (!(error instanceof NumberTaken)) throw error;
      }
    }
    throw new UnavailableError({ cause: 'overtaken', key: command.key, attempts: ATTEMPTS });
  }

  /** Expires a link that is due; another one stays as it is. */
  async expire(linkId: string): Promise<void> {
    await handleCommand(this.store, {
      command: { key: linkId, deadline: agreedNow() + 5_000 },
      decide: (stream) => {
        const facts = { link_id: linkId, project_id: '', created_by: '', has_room: false };
        return decideOn(stream, { type: 'link.expire' }, facts);
      },
    });
  }

  private async decideFor(
    command: ReceivedCommand<CommandTypeOf<'link'>>,
    stream: LoadedStream,
  ): Promise<Decision<LinkSnapshot>> {
    requireIssuer(command);
    const project_id = command.project_id ?? '';
    const project = await readActiveProject(this.store, project_id, notFound);
    const asserted = [
      ...project.asserted,
      ...(await requireOperatorHolds(this.store, command, project_id, 'share')),
    ];
    const facts = { link_id: command.key, project_id, created_by: command.issued_by };
    if (command.type === 'link.revoke') {
      return { ...decideOn(stream, command, { ...facts, has_room: false }), asserted };
    }
    const names = namesOf(project_id, command.payload.record_id);
    // Two new links find the same one; the second to claim it is decided again.
    const { rows } = await this.pool.query<{ name: string }>(TAKE_FREE_NAME, [names]);
    const claims = rows.map(({ name }) => ({ name, owner: command.key }));
    return { ...decideOn(stream, command, { ...facts, has_room: claims.length > 0 }), asserted, claims };
  }
}

/** The claims of a record’s links, from a random one on: links that are made at once then seldom try the same. */
function namesOf(projectId: string, recordId: string): string[] {
  const first = randomInt(LINKS_OF_RECORD);
  return Array.from(
    { length: LINKS_OF_RECORD },
    (_, index) => `${projectId}/${recordId}/link/${((first + index) % LINKS_OF_RECORD) + 1}`,
  );
}

function notFound(): ServiceError {
  return new ServiceError('link.not_found');
}

function decideOn(
  stream: LoadedStream,
  command: LinkCommand,
  facts: Omit<LinkFacts, 'now'>,
): Decision<LinkSnapshot> {
  if (isForeign(stream, 'link')) throw notFound();
  // One with forged events can still be ended.
  const data = command.type === 'link.create' ? dataOf<LinkEvent> : authenticDataOf<LinkEvent>;
  const link = data(stream).reduce<LinkSnapshot | null>(evolve, null);
  const events = decide(link, command, { ...facts, now: stream.readAt });
  const result = events.reduce<LinkSnapshot | null>(evolve, link) as LinkSnapshot;
  return { events: newDataEvents(facts.link_id, events), result };
}
