import { ID_PREFIXES, ServiceError, UnavailableError } from '@service/contracts';

/** The part of the process's requests that one project may have under way. */
const PART_OF_PROJECT = 0.5;
/** The same part again, beside them, is for what anybody may read without a credential: no tenant fills it. */
const PART_OF_PUBLIC = 0.5;
/** The part of the process's requests that one link may have under way. */
const PART_OF_LINK = 0.05;
const RETRY_AFTER_SECONDS = 1;

/**
 * Counts the requests of a process between the arrival of their body and their answer. A body that is still arriving is not
 * counted: a few slow clients would keep all others out.
 */
export class RequestsUnderWay {
  private readonly all: Share;
  private readonly ofPublic: Share;
  private readonly ofPayers = new Map<string, Share>();

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

  /** Takes a place from the share of a project or a link. */
  take(payer: string): Share {
    const isLink = payer.startsWith(ID_PREFIXES.link);
    const most = partOf(this.most, isLink ? PART_OF_LINK : PART_OF_PROJECT);
    const share = this.ofPayers.get(payer) ?? { count: 0, most };
    if (share.count >= share.most) {
      const message = `At most ${share.most} requests of a ${isLink ? 'link' : 'project'} are answered at a time; let some end first.`;
      throw new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
    }
    share.count += 1;
    this.ofPayers.set(payer, share);
    return share;
  }

  giveBack(payer: string, share: Share): void {
    share.count -= 1;
    if (share.count === 0) this.ofPayers.delete(payer);
  }
}

interface Share {
  count: number;
  readonly most: number;
}

/** The place of one request. */
export class RequestPlace {
  private paid: { payer: string; share: Share } | null = null;

  constructor(
    private readonly requests: RequestsUnderWay,
    private share: Share | null,
  ) {}

  /**
   * Counts the request as a project's, or a link's, too.
   * @throws ServiceError `rate.limited` where it has its share.
   */
  enterFor(payer: string | null): void {
    if (payer === null || this.share === null || this.paid !== null) return;
    try {
      this.paid = { payer, share: this.requests.take(payer) };
    } catch (refusal) {
      // Until its line is in the history, it would take the place of another project's.
      this.leave();
      throw refusal;
    }
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
