import { Inject, Injectable, Optional } from '@nestjs/common';
import { ServiceError, agreedNow, newId, type OperatorKeyKind } from '@service/contracts';
import type { Digest } from '@service/evidence';
import { Pool } from 'pg';
import type { Session } from '../../../admission/authentication/sessions/session.js';
import { ConsoleSeals } from '../console-seals.js';
import { ConsoleTerms } from '../console-terms.js';
import { sealSession, sessionOfRow, type SessionRow } from './session-row.js';
import { digestOfToken, makeSessionToken } from './session-token.js';

/** Milliseconds for which a row is cached, so that an end elsewhere is known within the bound of revocations. */
const KNOWN_FOR = 200;
/** Milliseconds between two writes of the last use. */
const NOTED_EVERY = 20_000;
/** Milliseconds for which the token before a renewal still works, for requests that the browser has sent already. */
const RENEWAL_GRACE = 10_000;
/** Most cached sessions, and most remembered ends and renewals. */
const CAPACITY = 10_000;
/** Longer than the user agents of browsers. */
const LONGEST_USER_AGENT = 400;

/** A session with the token that its browser gets. */
export interface OpenedSession {
  session: Session;
  token: string;
}

/** Where a session was opened from. */
export interface SessionClient {
  address: string | null;
  userAgent: string | null;
}

/** A session as its operator sees it. */
export type ListedSession = Session & SessionClient & { lastUsedAt: number };

interface Known {
  session: Session | null;
  lastUsedAt: number;
  readAt: number;
}

/** The sessions of an environment’s Console, in a table that all replicas share. */
@Injectable()
export class SessionStore {
  /** Cached sessions by the digest of their token; null for ended ones. */
  private readonly known = new Map<string, Known>();
  private readonly reading = new Map<string, Promise<Known>>();
  /** Ids of sessions that this process knows to have ended, for long answers. */
  private readonly ended = new Set<string>();
  /** The sessions of the next query of `isOpen`. */
  private asked: { ids: Set<string>; open: Promise<ReadonlySet<string>> } | null = null;
  /** After a renewal: the new token’s digest, by the former token’s. */
  private readonly renewed = new Map<string, { digest: Buffer; until: number }>();

  constructor(
    @Inject(Pool) private readonly pool: Pick<Pool, 'query'>,
    private readonly seals: ConsoleSeals,
    @Inject(ConsoleTerms) private readonly life: Pick<ConsoleTerms, 'idle' | 'longest'>,
    @Optional() private readonly now: () => number = agreedNow,
  ) {}

  /**
   * Opens a session. Its id and its token are new, whatever the browser sent before.
   * @throws ServiceError `session.sign_in_failed` where the key was removed, or the operator erased, meanwhile.
   */
  async open(
    operatorId: string,
    key: Digest,
    method: OperatorKeyKind,
    { address, userAgent }: SessionClient,
  ): Promise<OpenedSession> {
    const token = makeSessionToken(this.seals);
    const signedInAt = this.now();
    const expiresAt = signedInAt + this.life.longest;
    const session: Session = { id: newId('session'), operatorId, key, method, signedInAt, expiresAt };
    const digest = digestOfToken(this.seals, token) as Buffer;
    const { rowCount } = await this.pool.query(
      `INSERT INTO verify_api.console_sessions
         (token_digest, session_id, operator_id, key_thumbprint, method, signed_in_at, expires_at, last_used_at,
          address, user_agent, mac)
       SELECT $1, $2, $3, $4, $5, $6, $7, $6, $8, $9, $10
       FROM verify_api.operator_keys WHERE thumbprint = $4 FOR KEY SHARE`,
      [
        digest,
        session.id,
        operatorId,
        key,
        method,
        new Date(signedInAt),
        new Date(expiresAt),
        address,
        userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
        sealSession(this.seals, digest, session),
      ],
    );
    if (rowCount === 0) throw new ServiceError('session.sign_in_failed');
    return { session, token };
  }

  /**
   * The open session of a token. A token that was not made here costs no query.
   * @throws ServiceError `session.ended`.
   */
  async find(token: string): Promise<Session> {
    const digest = this.presentDigest(token);
    if (digest === null) throw ended();
    const name = digest.toString('base64');
    let known = this.known.get(name);
    // An ended session does not come back.
    if (known === undefined || (known.session !== null && performance.now() - known.readAt > KNOWN_FOR)) {
      known = await this.read(name, digest);
    }
    const { session, lastUsedAt } = known;
    if (session === null) throw ended();
    if (session.expiresAt <= this.now() || lastUsedAt + this.life.idle <= this.now()) {
      await this.end(session.operatorId, session.id);
      throw ended();
    }
    await this.noteUse(known, digest);
    return session;
  }

  /** @throws ServiceError `session.ended` where this process knows that it ended. */
  requireOpen(session: Session, now: number): void {
    if (this.ended.has(session.id) || session.expiresAt <= now) throw ended();
  }

  /** Whether a session is still in the table, for long answers. All calls of one turn share a query. */
  async isOpen({ id }: Session): Promise<boolean> {
    if (this.asked === null) {
      const ids = new Set<string>();
      const open = new Promise<void>(setImmediate).then(() => {
        this.asked = null;
        return this.openOf([...ids]);
      });
      this.asked = { ids, open };
    }
    this.asked.ids.add(id);
    const isOpen = (await this.asked.open).has(id);
    if (!isOpen) this.noteEnd(id);
    return isOpen;
  }

  private async openOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ session_id: string }>(
      'SELECT session_id FROM verify_api.console_sessions WHERE session_id = ANY($1)',
      [ids],
    );
    return new Set(rows.map(({ session_id }) => session_id));
  }

  /**
   * Gives a session a new token, and another key where its own was replaced.
   * @throws ServiceError `session.ended`.
   */
  async renew(before: Session, changes: { key?: Digest; steppedUp?: boolean }): Promise<OpenedSession> {
    const token = makeSessionToken(this.seals);
    const digest = digestOfToken(this.seals, token) as Buffer;
    const session: Session = { ...before, key: changes.key ?? before.key };
    const { rows } = await this.pool.query<{ former: Buffer }>(
      `UPDATE verify_api.console_sessions AS changed
       SET token_digest = $2, mac = $3, key_thumbprint = $4,
         stepped_up_at = CASE WHEN $5 THEN clock_timestamp() ELSE changed.stepped_up_at END
       FROM (SELECT session_id, token_digest FROM verify_api.console_sessions WHERE session_id = $1 FOR UPDATE) AS held
       WHERE changed.session_id = held.session_id
       RETURNING held.token_digest AS former`,
      [session.id, digest, sealSession(this.seals, digest, session), session.key, changes.steppedUp === true],
    );
    const former = rows[0]?.former;
    if (former === undefined) throw ended();
    this.known.delete(former.toString('base64'));
    this.forgetOldest(this.renewed);
    this.renewed.set(former.toString('base64'), { digest, until: performance.now() + RENEWAL_GRACE });
    return { session, token };
  }

  /** The sessions of an operator, newest first. */
  async list(operatorId: string): Promise<ListedSession[]> {
    const { rows } = await this.pool.query<SessionRow>(
      `SELECT * FROM verify_api.console_sessions
       WHERE operator_id = $1 AND expires_at > $2 AND last_used_at > $3 ORDER BY signed_in_at DESC LIMIT 100`,
      [operatorId, new Date(this.now()), new Date(this.now() - this.life.idle)],
    );
    return rows.flatMap((row) => {
      const session = sessionOfRow(this.seals, row);
      if (session === null) return [];
      const { address, user_agent: userAgent } = row;
      return [{ ...session, lastUsedAt: row.last_used_at.getTime(), address, userAgent }];
    });
  }

  /** Ends a session of an operator. @returns whether there was one. */
  async end(operatorId: string, id: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ token_digest: Buffer }>(
      'DELETE FROM verify_api.console_sessions WHERE operator_id = $1 AND session_id = $2 RETURNING token_digest',
      [operatorId, id],
    );
    const [row] = rows;
    if (row === undefined) return false;
    this.noteEnd(id);
    this.remember(row.token_digest.toString('base64'), { session: null, lastUsedAt: 0, readAt: this.now() });
    return true;
  }

  /** Deletes expired and idle sessions, and forgets old renewals. */
  async forgetExpired(): Promise<void> {
    await this.pool.query(
      'DELETE FROM verify_api.console_sessions WHERE expires_at <= $1 OR last_used_at <= $2',
      [new Date(this.now()), new Date(this.now() - this.life.idle)],
    );
    for (const [name, { until }] of this.renewed) if (until <= performance.now()) this.renewed.delete(name);
  }

  /** When a session ends if it is not used again. */
  idleUntil(): number {
    return this.now() + this.life.idle;
  }

  private presentDigest(token: string): Buffer | null {
    const digest = digestOfToken(this.seals, token);
    if (digest === null) return null;
    const renewed = this.renewed.get(digest.toString('base64'));
    return renewed !== undefined && renewed.until > performance.now() ? renewed.digest : digest;
  }

  /** Reads a row once for all callers that wait for it. */
  private read(name: string, digest: Buffer): Promise<Known> {
    let reading = this.reading.get(name);
    if (reading === undefined) {
      reading = this.readRow(digest)
        .then((known) => {
          this.remember(name, known);
          return known;
        })
        .finally(() => this.reading.delete(name));
      this.reading.set(name, reading);
    }
    return reading;
  }

  private async readRow(digest: Buffer): Promise<Known> {
    const readAt = performance.now();
    const { rows } = await this.pool.query<SessionRow>(
      'SELECT * FROM verify_api.console_sessions WHERE token_digest = $1',
      [digest],
    );
    const [row] = rows;
    const session = row === undefined ? null : sessionOfRow(this.seals, row);
    return { session, lastUsedAt: row?.last_used_at.getTime() ?? 0, readAt };
  }

  private async noteUse(known: Known, digest: Buffer): Promise<void> {
    const now = this.now();
    if (now - known.lastUsedAt < NOTED_EVERY) return;
    known.lastUsedAt = now;
    await this.pool.query(
      `UPDATE verify_api.console_sessions SET last_used_at = greatest(last_used_at, $2) WHERE token_digest = $1`,
      [digest, new Date(now)],
    );
  }

  private noteEnd(id: string): void {
    this.forgetOldest(this.ended);
    this.ended.add(id);
  }

  private remember(name: string, known: Known): void {
    this.forgetOldest(this.known);
    this.known.set(name, known);
  }

  private forgetOldest(kept: Map<string, unknown> | Set<string>): void {
    if (kept.size < CAPACITY) return;
    for (const first of kept.keys()) {
      kept.delete(first);
      return;
    }
  }
}

function ended(): ServiceError {
  return new ServiceError('session.ended');
}
