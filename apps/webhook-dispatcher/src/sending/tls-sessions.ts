/** Endpoints whose last session is kept; what is older is shaken hands with anew. */
const KEPT = 1_000;

/** TLS sessions to resume, of the endpoints that were connected to last. RFC 8446, section 2.2. */
export class TlsSessions {
  private readonly sessions = new Map<string, Buffer>();

  keep(key: string, session: Buffer): void {
    this.sessions.delete(key);
    this.sessions.set(key, session);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > KEPT && oldest !== undefined) this.sessions.delete(oldest);
  }

  /** As options of a connection. A ticket is used once, so that connections cannot be told to be of one client. */
  of(key: string): { session?: Buffer } {
    const session = this.sessions.get(key);
    this.sessions.delete(key);
    return session === undefined ? {} : { session };
  }
}
