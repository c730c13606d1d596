import { ServiceError } from '@service/contracts';

/** A well-formed token of this environment has a key id that the directory does not know (yet). */
export class UnknownKeyError extends ServiceError {
  constructor(readonly keyId: string) {
    super('authentication.invalid');
  }
}
