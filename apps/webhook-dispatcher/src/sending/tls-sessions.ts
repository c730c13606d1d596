const CAPACITY = 1_000;

/** A cache of TLS sessions to resume, for the endpoints that were connected to last. RFC 8446, section 2.2. */
export class TlsSessions {
  private readonly sessions = new Map<string, Buffer>();

  keep(key: string, session: Buffer): void {
    this.sessions.delete(key);
    this.sessions.set(key, session);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > CAPACITY && oldest !== undefined) this.sessions.delete(oldest);
  }

  /** A session as options of one connection: a reused ticket would link connections to one client. */
  of(key: string): { session?: Buffer } {
    const session = this.sessions.get(key);
    this.sessions.delete(key);
    return session === undefined ? {} : { session };
  }
}
