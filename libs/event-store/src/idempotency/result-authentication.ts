import type { AuthenticationKeys } from '@service/platform/authentication-keys';
import type { StoredResult } from './stored-result.js';

const CONTEXT = 'command-result/v1';

/** A stored result with the code that it carries. */
export interface CarriedResult extends StoredResult {
  /** Null where nobody made one. */
  mac: string | null;
}

/** Names a stored result that its log’s owner did not write. */
export type ForgedResult = Pick<StoredResult, 'key' | 'command_id'> & { log: string };

/**
 * Makes and checks the codes (MACs) of the stored results in one log. A result answers a repeated command without a look at
 * the stream, so nothing else would show that it was edited. The key stands for the project: it is a hash of the credential
 * and the caller’s key.
 */
export class ResultAuthentication {
  /** @param alarm called each time that a forged result is read. */
  constructor(
    private readonly keys: Pick<AuthenticationKeys, 'code' | 'isAuthentic'>,
    private readonly log: string,
    private readonly alarm: (forged: ForgedResult) => void,
  ) {}

  codeOf(result: StoredResult): string {
    return this.keys.code(CONTEXT, this.messageOf(result));
  }

  /** Whether a result is authentic; raises the alarm where it is not. */
  accepts(result: CarriedResult): boolean {
    if (this.keys.isAuthentic(result.mac, CONTEXT, this.messageOf(result))) return true;
    const { key, command_id } = result;
    this.alarm({ log: this.log, key, command_id });
    return false;
  }

  private messageOf({ key, command_id, body_digest, reply, refusal, expires_at }: StoredResult): string {
    const expires = Date.parse(expires_at);
    return JSON.stringify([this.log, key, command_id, body_digest, reply, refusal, expires]);
  }
}
