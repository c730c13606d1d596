import { utf8 } from '#platform';
import type { SigningKey } from '../signing/signing-key.js';
import { DetachedJwsSigner } from '../signing/detached-jws.js';
import { answerTree } from './answer-tree.js';

/** `typ` of the protected header of answers' signatures. */
export const ANSWERS_TYPE = 'answers+jws';

/** The signed text of some answers: origin of the log, number of answers, and the base64 root of their tree. */
export function answersText(origin: string, size: number, root: string): string {
  return `answers/v1\n${origin}\n${size}\n${root}\n`;
}

/** The signature that some answers share, and their paths. */
export interface SignedAnswers {
  /** Value of `Service-Evidence-Signature`. */
  signature: string;
  /** Values of `Service-Evidence-Path`, in the order of the statements. */
  paths: string[];
}

/** Signs any number of answers with one signature. */
export class AnswersSigner {
  /** Id of the key that signs. */
  readonly keyId: string;
  private readonly jws: DetachedJwsSigner;

  /** @param key of the purpose `answer`. */
  constructor(key: SigningKey) {
    this.keyId = key.keyId;
    this.jws = new DetachedJwsSigner(key, ANSWERS_TYPE);
  }

  /** @param statements canonical texts of one or more statements, all of one log. */
  sign(origin: string, statements: readonly string[]): SignedAnswers {
    const { size, root, paths } = answerTree(statements);
    return { signature: this.jws.sign(utf8(answersText(origin, size, root))), paths };
  }
}
