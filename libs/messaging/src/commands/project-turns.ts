import {
  agreedNow,
  ServiceError,
  UnavailableError,
  type CommandEnvelope,
  type CommandType,
} from '@service/contracts';
import { withinTime } from '@service/platform/scheduling';
import { ownerOf } from '../events/event-domains.js';
import type { Pace } from './command-client.js';

/** Most commands of a project that are with an owner at a time, from one process; as many again that take something away. */
export const MOST_OF_PROJECT = 128;
/** Most that wait for their turn. */
const MOST_WAITING = 8_192;
const RETRY_AFTER_SECONDS = 1;

const AT_ONCE: Pace = { most: () => Infinity, mayBegin: () => undefined };

/** Commands that take something away. */
const ENDING_COMMANDS: ReadonlySet<CommandType> = new Set<CommandType>([
  'record.suspend',
  'record.revoke',
  'record.supersede',
  'authority.suspend',
  'authority.revoke',
  'credential.revoke',
  'subscription.disable',
  'subscription.revoke',
  'link.revoke',
  'operator.remove',
  'operator.remove_key',
  'project.suspend',
  'project.block_subject',
]);

interface Turns {
  begun: number;
  /** The commands that wait, oldest first. */
  readonly waiting: Set<() => void>;
}

/**
 * Begins the commands of each project in their order, a number of them at a time. What else a project wants waits here, where
 * it delays nobody; with the owner, it would be in front of the commands of other projects.
 */
export class ProjectTurns {
  private readonly turns = new Map<string, Turns>();

  constructor(
    private readonly most = MOST_OF_PROJECT,
    private readonly mostWaiting = MOST_WAITING,
  ) {}

  /**
   * Begins a command when it is its turn; one of the service's own at once.
   * @param pace that of the process for all commands but those that take something away.
   * @throws ServiceError `rate.limited` where too many of its project wait, `service.unavailable` where its deadline passes
   *   first, `mayBegin`’s refusal; else as `begin`.
   */
  async run<Result>(
    command: Pick<CommandEnvelope, 'project_id' | 'type' | 'deadline'>,
    begin: () => Promise<Result>,
    pace: Pace = AT_ONCE,
  ): Promise<Result> {
    const { project_id, type, deadline } = command;
    if (project_id === null) return begin();
    const owned = `${ownerOf(type)} ${project_id}`;
    const key = countedUnder(owned, type);
    const most = key === owned ? () => Math.min(this.most, pace.most()) : () => this.most;
    const turns = this.turns.get(key) ?? { begun: 0, waiting: new Set() };
    this.turns.set(key, turns);
    // There may be room without any having ended: the pace may have risen.
    letIn(turns, most);
    const mustWait = turns.waiting.size > 0 || turns.begun >= most();
    if (!mustWait) turns.begun += 1;
    else if (turns.waiting.size >= this.mostWaiting) throw tooManyWait();
    else if (!(await comes(turns, deadline)))
      throw new UnavailableError({ cause: 'command_not_answered', command: type });
    try {
      if (deadline <= agreedNow())
        throw new UnavailableError({ cause: 'command_not_answered', command: type });
      if (mustWait) pace.mayBegin();
      return await begin();
    } finally {
      this.passOn(key, turns, most);
    }
  }

  private passOn(key: string, turns: Turns, most: () => number): void {
    turns.begun -= 1;
    letIn(turns, most);
    if (turns.begun === 0) this.turns.delete(key);
  }
}

/** What a command is counted under: apart where it takes something away, so that nobody can delay a revocation by other changes. */
export function countedUnder(key: string, type: CommandType): string {
  return ENDING_COMMANDS.has(type) ? `${key} end` : key;
}

function letIn(turns: Turns, most: () => number): void {
  for (const next of turns.waiting) {
    if (turns.begun >= most()) return;
    turns.waiting.delete(next);
    turns.begun += 1;
    next();
  }
}

/** Whether a turn comes before the deadline, in milliseconds since 1970. */
async function comes({ waiting }: Turns, deadline: number): Promise<boolean> {
  const { promise: turn, resolve: wake } = Promise.withResolvers<void>();
  waiting.add(wake);
  const isInTime = await withinTime(turn, Math.max(0, deadline - agreedNow()));
  // A turn that came together with the deadline has to be passed on.
  return isInTime || !waiting.delete(wake);
}

/** The refusal of a command for which its project has no room. */
export function tooManyWait(): ServiceError {
  const message = 'Too many changes of this project wait for their results; let some end first.';
  return new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
}
