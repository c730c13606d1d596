import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions } from '../requests/request-options.js';
import type { Environment, KeySet, LogCheckpoints, LogWitnesses, QueryOf } from '../models.js';

/** The public transparency log of an environment. It needs no token. */
export class TransparencyLog {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** The keys, and the verifier keys that a reader pins once. */
  keys(environment: Environment, options: RequestOptions = {}): Answer<KeySet> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/log/${environment}/keys`,
      anonymous: true,
    });
  }

  /** The newest checkpoint, a signed note (C2SP tlog-checkpoint). */
  checkpoint(environment: Environment, options: RequestOptions = {}): Answer<string> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/log/${environment}/checkpoint`,
      anonymous: true,
      answer: 'text',
    });
  }

  /** Earlier checkpoints. */
  checkpoints(
    environment: Environment,
    query: QueryOf<'log.checkpoints'> = {},
    options: RequestOptions = {},
  ): Answer<LogCheckpoints> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/log/${environment}/checkpoints`,
      query,
      anonymous: true,
    });
  }

  /** Witnesses whose cosignatures the service asks for. */
  witnesses(environment: Environment, options: RequestOptions = {}): Answer<LogWitnesses> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/log/${environment}/witnesses`,
      anonymous: true,
    });
  }

  /** The signed trust policy (docs: trust policy). */
  policy(environment: Environment, options: RequestOptions = {}): Answer<string> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/log/${environment}/policy`,
      anonymous: true,
      answer: 'text',
    });
  }

  /**
   * A tile of hashes (C2SP tlog-tiles), 32 bytes each.
   * @param number as tlog-tiles writes it: `x001/234`, with `.p/<width>` behind it where the tile is not full.
   */
  tile(
    environment: Environment,
    level: number,
    number: string,
    options: RequestOptions = {},
  ): Answer<Uint8Array> {
    return this.#bytes(
      `${pathTo`/v1/log/${environment}/tile/${String(level)}/`}${tilePath(number)}`,
      options,
    );
  }

  /** A tile of entries, each of 64 bytes behind its length in two bytes. */
  entries(environment: Environment, number: string, options: RequestOptions = {}): Answer<Uint8Array> {
    return this.#bytes(`${pathTo`/v1/log/${environment}/tile/entries/`}${tilePath(number)}`, options);
  }

  #bytes(path: string, options: RequestOptions): Answer<Uint8Array> {
    return this.#service.request({ ...options, method: 'GET', path, answer: 'bytes', anonymous: true });
  }
}

const TILE = /^(?:x\d{3}\/)*\d{3}(?:\.p\/\d{1,3})?$/;

function tilePath(number: string): string {
  if (!TILE.test(number)) throw new TypeError('The number of a tile is like x001/234.p/56.');
  return number;
}
