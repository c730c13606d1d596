import { AnswersSigner, type SigningKey } from '@service/evidence';

/** Answers that share a signature at the most: a longer path costs each of them more than the signature does. */
const MOST_TOGETHER = 64;

/** Told the values of `Service-Evidence-Signature` and `Service-Evidence-Path`. */
export type Signed = (signature: string, path: string) => void;

/**
 * Signs answers. Those that are ready in one turn of the event loop share a signature, and a lone one has its own:
 * nothing waits for company, for a signature is paid with processor time and never with latency.
 */
export class AnswerSigner {
  private readonly signer: AnswersSigner;
  private origin = '';
  private statements: string[] = [];
  private waiting: Signed[] = [];
  /** Id of the key that it signs with. */
  readonly keyId: string;

  /** @param key of the purpose `answer`. */
  constructor(key: SigningKey) {
    this.keyId = key.keyId;
    this.signer = new AnswersSigner(key);
  }

  /**
   * @param origin of the log that the answer holds as of a position of.
   * @param statement canonical text of what is signed about it.
   */
  sign(origin: string, statement: string, signed: Signed): void {
    if (origin !== this.origin) this.flush();
    this.origin = origin;
    if (this.waiting.length === 0) setImmediate(() => this.flush());
    this.statements.push(statement);
    this.waiting.push(signed);
    if (this.waiting.length === MOST_TOGETHER) this.flush();
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    const { origin, statements, waiting } = this;
    this.statements = [];
    this.waiting = [];
    const { signature, paths } = this.signer.sign(origin, statements);
    for (const [index, signed] of waiting.entries()) signed(signature, paths[index] as string);
  }
}
