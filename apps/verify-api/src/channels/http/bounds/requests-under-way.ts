import { ServiceError, UnavailableError } from '@service/contracts';

/** The part of the process's requests that one project may have under way. */
const PART_OF_PROJECT = 0.5;
/** The same part again, beside them, is for what anybody may read of the log: no tenant fills it. */
const PART_OF_LOG = 0.5;
const RETRY_AFTER_SECONDS = 1;

/**
 * Counts the requests of a process between the arrival of their body and their answer. A body that is still arriving is not
 * counted: a few slow clients would keep all others out.
 */
export class RequestsUnderWay {
  private readonly all: Share;
  private readonly ofLog: Share;
  private readonly ofProjects = new Map<string, Share>();

  constructor(private readonly most: number) {
    this.all = { count: 0, most };
    this.ofLog = { count: 0, most: partOf(most, PART_OF_LOG) };
  }

  get count(): number {
    return this.all.count + this.ofLog.count;
  }

  /** @throws ServiceError `service.unavailable` where too many are under way. */
  enter(isOfLog: boolean): RequestPlace {
    const share = isOfLog ? this.ofLog : this.all;
    if (share.count >= share.most)
      throw new UnavailableError({ cause: 'too_many_requests', most: share.most });
    share.count += 1;
    return new RequestPlace(this, share);
  }

  /** The share of a project; it stays, since the credentials of all projects are in memory too. */
  shareOf(projectId: string): Share {
    let share = this.ofProjects.get(projectId);
    if (share === undefined) {
      share = { count: 0, most: partOf(this.most, PART_OF_PROJECT) };
      this.ofProjects.set(projectId, share);
    }
    return share;
  }
}

interface Share {
  count: number;
  readonly most: number;
}

/** The place of one request. */
export class RequestPlace {
  private ofProject: Share | null = null;

  constructor(
    private readonly requests: RequestsUnderWay,
    private share: Share | null,
  ) {}

  /**
   * Counts the request as a project's too.
   * @throws ServiceError `rate.limited` where the project has its share.
   */
  enterProject(projectId: string | null): void {
    if (projectId === null || this.share === null || this.ofProject !== null) return;
    const share = this.requests.shareOf(projectId);
    if (share.count >= share.most) {
      const message = `At most ${share.most} requests of a project are answered at a time; let some end first.`;
      throw new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
    }
    share.count += 1;
    this.ofProject = share;
  }

  /** Ends the count; it may be called again. */
  leave(): void {
    if (this.share !== null) this.share.count -= 1;
    if (this.ofProject !== null) this.ofProject.count -= 1;
    this.share = null;
    this.ofProject = null;
  }
}

function partOf(most: number, part: number): number {
  return Math.max(1, Math.floor(most * part));
}
