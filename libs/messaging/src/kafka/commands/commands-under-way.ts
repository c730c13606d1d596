import { UnavailableError, type CommandType } from '@service/contracts';
import { Amounts } from '@service/platform/batching';
import { countedUnder, tooManyWait } from '../../commands/project-turns.js';

/** Most characters of commands under way in a process. Text, its bytes and the client's request may take four times that. */
const MOST_CHARACTERS = 32 * 1_048_576;
/** Characters that each command counts besides its text, so that at most 32,768 are under way. */
const BESIDE_TEXT = 1_024;
/** The part of these characters that one project may have. */
const PART_OF_PROJECT = 0.5;
/** The same for commands that take something away. */
const PART_OF_ENDINGS = 0.0625;

/** Bounds the memory of commands that the broker or their owners have not taken or answered. */
export class CommandsUnderWay {
  private readonly sizes = new Amounts<string | null>();

  /** @param most characters. */
  constructor(private readonly most = MOST_CHARACTERS) {}

  /**
   * Counts a command.
   * @param projectId null for one of the service's own, which only the whole bounds.
   * @param length of its text in characters.
   * @param type of one of a project.
   * @returns what ends the count; call it once.
   * @throws ServiceError `rate.limited` where the project has its part, `service.unavailable` where all have the whole.
   */
  enter(projectId: string | null, length: number, type?: CommandType): () => void {
    const size = length + BESIDE_TEXT;
    const key = projectId === null || type === undefined ? projectId : countedUnder(projectId, type);
    const part = key === projectId ? PART_OF_PROJECT : PART_OF_ENDINGS;
    if (key !== null && this.sizes.of(key) + size > this.most * part) throw tooManyWait();
    const { all } = this.sizes;
    if (all + size > this.most) throw new UnavailableError({ cause: 'too_many_commands', characters: all });
    this.sizes.add(key, size);
    return () => this.sizes.add(key, -size);
  }
}
