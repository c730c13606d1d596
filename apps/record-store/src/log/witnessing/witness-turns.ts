import type { AddCheckpoint } from '@service/evidence';
import { causeOf } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import { WitnessObjection, askWitness, type GivenCosignature, type WitnessAddress } from './ask-witness.js';

/** A published checkpoint that is offered to witnesses. */
export interface OfferedCheckpoint {
  size: number;
  note: string;
}

/** Consistency proof between two sizes of the log. */
export type ProveGrowth = (from: number, to: number) => Promise<Uint8Array[]>;

/**
 * Milliseconds after which a checkpoint is cosigned again: the time of the cosignature shows that it is
 * current.
 */
const RENEW = 30_000;
/** First and longest pause after failures, in milliseconds; the pause doubles from one to the other. */
const PAUSE = 1_000;
const PAUSE_MAX = 60_000;

/** Asks one witness, one request at a time, and less often while it fails. */
export class WitnessTurns {
  readonly name: string;
  readonly keyHash: number;
  /** Whether it objected to the log at the last request. */
  objects = false;
  /** Its last cosignature here: the size, and the time of the monotonic clock; null before that. */
  last: { size: number; at: number } | null = null;
  /** Size that it cosigned last; null where that is unknown. */
  private size: number | null = null;
  private failures = 0;
  private notBefore = 0;
  private busy = false;
  private readonly outage: OutageLog;

  constructor(
    private readonly address: WitnessAddress,
    private readonly logger: Logger,
  ) {
    ({ name: this.name, keyHash: this.keyHash } = address.verifier);
    this.outage = new OutageLog(logger, `The witness ${this.name}`);
  }

  /** Whether a checkpoint should wait for its cosignature: it answered the last request, or was not asked yet. */
  get isAwaited(): boolean {
    return this.failures === 0;
  }

  /**
   * Offers a checkpoint if the witness is due.
   * @returns its cosignature; null where it is not due, or did not cosign, which is logged.
   */
  async offer(
    checkpoint: OfferedCheckpoint,
    prove: ProveGrowth,
    stop: AbortSignal,
  ): Promise<GivenCosignature | null> {
    if (!this.isDue(checkpoint)) return null;
    this.busy = true;
    try {
      const given = await this.askUntilKnown(checkpoint, prove, stop);
      this.succeed(checkpoint.size);
      return given;
    } catch (error) {
      if (!stop.aborted) this.fail(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  private isDue({ size }: OfferedCheckpoint): boolean {
    const now = performance.now();
    if (this.busy || now < this.notBefore) return false;
    return this.last?.size !== size || now - this.last.at >= RENEW;
  }

  private async askUntilKnown(
    checkpoint: OfferedCheckpoint,
    prove: ProveGrowth,
    stop: AbortSignal,
  ): Promise<GivenCosignature> {
    const first = await this.ask(checkpoint, this.size ?? 0, prove, stop);
    if ('cosigned' in first) return first.cosigned;
    const second = await this.ask(checkpoint, first.latest, prove, stop);
    if ('cosigned' in second) return second.cosigned;
    throw new Error('It answers a different last size each time.');
  }

  private async ask(
    { size, note }: OfferedCheckpoint,
    oldSize: number,
    prove: ProveGrowth,
    stop: AbortSignal,
  ): Promise<Awaited<ReturnType<typeof askWitness>>> {
    if (oldSize > size) {
      throw new WitnessObjection(`It cosigned a tree of ${oldSize} leaves, of which ${size} are published.`);
    }
    const request: AddCheckpoint = { oldSize, proof: await prove(oldSize, size), checkpoint: note };
    return askWitness(this.address, request, stop);
  }

  private succeed(size: number): void {
    this.size = size;
    this.last = { size, at: performance.now() };
    this.objects = false;
    this.failures = 0;
    this.notBefore = 0;
    this.outage.over();
  }

  private fail(error: unknown): void {
    const objects = error instanceof WitnessObjection;
    if (objects && !this.objects) {
      this.logger.error({ cause: causeOf(error) }, `The witness ${this.name} objects to the log.`);
    }
    this.objects = objects;
    // The witness may have been replaced.
    this.size = null;
    this.notBefore = performance.now() + Math.min(PAUSE_MAX, PAUSE * 2 ** this.failures);
    this.failures += 1;
    this.outage.seen(error);
  }
}
