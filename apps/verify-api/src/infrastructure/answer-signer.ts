import { AnswersSigner, statementText, type AnswerStatement, type SigningKey } from '@service/evidence';

/** Largest number of answers that share a signature: a longer path would cost more than a signature. */
const MAX_BATCH = 64;

/** Receives the values of `Service-Evidence-Signature` and `Service-Evidence-Path`. */
export type Signed = (signature: string, path: string) => void;

/**
 * Signs answers. Answers that are ready in the same turn of the event loop share a signature. No answer waits for
 * others: a signature costs processor time, never latency.
 */
export class AnswerSigner {
  private readonly answers: AnswersSigner | null;
  private origin = '';
  private statements: string[] = [];
  private waiting: Signed[] = [];

  /** @param key with the purpose `answer`; null on a restored copy, which answers nothing that needs a signature. */
  constructor(key: SigningKey | null) {
    this.answers = key === null ? null : new AnswersSigner(key);
  }

  /** Id of the signing key; null where there is none. */
  get keyId(): string | null {
    return this.answers?.keyId ?? null;
  }

  /**
   * Signs one answer and calls `signed` at the next `setImmediate` or earlier.
   * @param asOf the position of the log that the answer holds as of.
   * @throws TypeError where there is no key.
   */
  sign(
    { origin, shown }: { origin: string; shown: string },
    answered: Omit<AnswerStatement, 'as_of'>,
    signed: Signed,
  ): void {
    const { signer } = this;
    if (origin !== this.origin) this.flush(signer);
    this.origin = origin;
    if (this.waiting.length === 0) setImmediate(() => this.flush(signer));
    this.statements.push(statementText({ ...answered, as_of: shown }));
    this.waiting.push(signed);
    if (this.waiting.length === MAX_BATCH) this.flush(signer);
  }

  private get signer(): AnswersSigner {
    if (this.answers === null) throw new TypeError('There is no key to sign answers with.');
    return this.answers;
  }

  private flush(signer: AnswersSigner): void {
    if (this.waiting.length === 0) return;
    const { origin, statements, waiting } = this;
    this.statements = [];
    this.waiting = [];
    const { signature, paths } = signer.sign(origin, statements);
    for (const [index, signed] of waiting.entries()) signed(signature, paths[index] as string);
  }
}
