import { setImmediate } from 'node:timers/promises';
import { ID_PREFIXES, ServiceError, UnavailableError } from '@service/contracts';
import { RenderTurns } from '../../../infrastructure/render-turns.js';

/** The part of the process's requests that one project may have under way. */
const PART_OF_PROJECT = 0.5;
/** The same part again, beside them, is for what anybody may read without a credential: no tenant fills it. */
const PART_OF_PUBLIC = 0.5;
/** The part of the process's requests that one link may have under way. */
const PART_OF_LINK = 0.05;
/** Requests of one payer under way up to which each is begun at once. With more, its requests take turns with others'. */
const FEW = 8;
/** Milliseconds for which turns are taken after the payers were several. One that is alone keeps nobody waiting. */
const SEVERAL_FOR = 1_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * Counts the requests of a process between the arrival of their body and their answer. A body that is still arriving is not
 * counted: a few slow clients would keep all others out.
 */
export class RequestsUnderWay {
  private readonly all: Share;
  private readonly ofPublic: Share;
  private readonly ofPayers = new Map<string, Share>();
  private readonly turns = new RenderTurns(setImmediate);
  private newest = '';
  /** Moment of the monotonic clock until which turns are taken. */
  private severalUntil = 0;

  constructor(private readonly most: number) {
    this.all = { count: 0, most };
    this.ofPublic = { count: 0, most: partOf(most, PART_OF_PUBLIC) };
  }

  get count(): number {
    return this.all.count + this.ofPublic.count;
  }

  /** @throws ServiceError `service.unavailable` where too many are under way. */
  enter(isPublic: boolean): RequestPlace {
    const share = isPublic ? this.ofPublic : this.all;
    if (share.count >= share.most)
      throw new UnavailableError({ cause: 'too_many_requests', most: share.most });
    share.count += 1;
    return new RequestPlace(this, share);
  }

  /** Takes a place from the share of a project, a link, or a caller without a project. */
  take(payer: string): Share {
    const isLink = payer.startsWith(ID_PREFIXES.link);
    const most = partOf(this.most, isLink ? PART_OF_LINK : PART_OF_PROJECT);
    const share = this.ofPayers.get(payer) ?? { count: 0, most };
    if (share.count >= share.most) {
      const of = isLink ? 'link' : payer.startsWith(ID_PREFIXES.project) ? 'project' : 'caller';
      const message = `At most ${share.most} requests of a ${of} are answered at a time; let some end first.`;
      throw new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
    }
    share.count += 1;
    this.ofPayers.set(payer, share);
    if (payer !== this.newest) this.severalUntil = performance.now() + SEVERAL_FOR;
    this.newest = payer;
    return share;
  }

  /**
   * Runs the work of a payer with many requests under way when its turn has come, unless it is the only one.
   * @param mayBegin called where it has waited.
   */
  inTurn<Done>({ payer, share }: Paid, work: Work<Done>, mayBegin: () => void): Done | Promise<Done> {
    const takesTurns = share.count > FEW && performance.now() < this.severalUntil;
    if (!takesTurns) return work();
    return this.turns.run(payer, () => {
      mayBegin();
      return work();
    });
  }

  giveBack(payer: string, share: Share): void {
    share.count -= 1;
    if (share.count === 0) this.ofPayers.delete(payer);
  }
}

type Work<Done> = () => Done | Promise<Done>;

interface Share {
  count: number;
  readonly most: number;
}

interface Paid {
  payer: string;
  share: Share;
}

/** The place of one request. */
export class RequestPlace {
  private paid: Paid | null = null;

  constructor(
    private readonly requests: RequestsUnderWay,
    private share: Share | null,
  ) {}

  /**
   * Counts the request as its payer's too.
   * @throws ServiceError `rate.limited` where it has its share.
   */
  enterFor(payer: string): void {
    if (this.share === null || this.paid !== null) return;
    try {
      this.paid = { payer, share: this.requests.take(payer) };
    } catch (refusal) {
      // Until its line is in the history, it would take the place of another project's.
      this.leave();
      throw refusal;
    }
  }

  /**
   * Works on the request: at once, or in its turn where its payer has many, so that they keep no other's waiting.
   * @param mayBegin called where it has waited. @throws ServiceError where its caller was refused meanwhile.
   */
  inTurn<Done>(work: Work<Done>, mayBegin: () => void): Done | Promise<Done> {
    return this.paid === null ? work() : this.requests.inTurn(this.paid, work, mayBegin);
  }

  /** Ends the count; it may be called again. */
  leave(): void {
    if (this.share !== null) this.share.count -= 1;
    if (this.paid !== null) this.requests.giveBack(this.paid.payer, this.paid.share);
    this.share = null;
    this.paid = null;
  }
}

function partOf(most: number, part: number): number {
  return Math.max(1, Math.floor(most * part));
}
