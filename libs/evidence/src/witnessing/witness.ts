import { EvidenceError } from '../evidence-error.js';
import { parseCheckpoint, type Checkpoint } from '../notes/checkpoint.js';
import { signText, type NoteSigner } from '../notes/note-signer.js';
import { formatNote, parseNote, type SignedNote } from '../notes/signed-note.js';
import { parseAddCheckpoint, type AddCheckpoint } from './add-checkpoint.js';
import { CosigningRefused, openOffered, requireGrowth, type WitnessedLogs } from './judge-checkpoint.js';

/** Storage for the last cosigned checkpoints of a witness. */
export interface CosignedCheckpoints {
  /** The last note of a log; null without one. */
  latest(origin: string): Promise<string | null>;
  /** Replaces the last note. Resolves when it is stored durably. */
  store(origin: string, note: string): Promise<void>;
}

/** A witness of some logs. C2SP tlog-witness. */
export class Witness {
  /** The last request of each log, which the next one waits for. */
  private readonly tails = new Map<string, Promise<unknown>>();

  /** @param signer makes cosignatures, as `noteCosigner` does. */
  constructor(
    private readonly signer: NoteSigner,
    private readonly logs: WitnessedLogs,
    private readonly cosigned: CosignedCheckpoints,
  ) {}

  /**
   * Cosigns a checkpoint that grew from the previous one, and stores it before it resolves. Requests of one log are
   * handled one after another.
   * @param body of `add-checkpoint`.
   * @returns the lines of its cosignature.
   * @throws CosigningRefused with the status code of the answer, or the storage's error.
   */
  async addCheckpoint(body: string): Promise<string> {
    const request = read(body);
    const checkpoint = openOffered(request, this.logs);
    const before = this.tails.get(checkpoint.origin);
    const judge = (): Promise<string> => this.judge(request, checkpoint);
    const answer = before === undefined ? judge() : before.then(judge, judge);
    this.tails.set(checkpoint.origin, answer);
    return answer;
  }

  private async judge(request: AddCheckpoint, checkpoint: Checkpoint): Promise<string> {
    const latest = await this.cosigned.latest(checkpoint.origin);
    requireGrowth(request, checkpoint, latest === null ? null : parseCheckpoint(parseNote(latest).text));
    const { text, signatures } = parseNote(request.checkpoint);
    const cosigned: SignedNote = { text, signatures: [signText(text, this.signer)] };
    await this.cosigned.store(checkpoint.origin, formatNote({ text, signatures }));
    return formatNote(cosigned).slice(text.length + 1);
  }
}

function read(body: string): AddCheckpoint {
  try {
    return parseAddCheckpoint(body);
  } catch (error) {
    if (error instanceof EvidenceError) throw new CosigningRefused(400, error.message);
    throw error;
  }
}
