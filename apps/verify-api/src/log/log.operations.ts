import { defineOperation } from '../interface/operation.js';
import { CheckpointsQuery } from './log.query.js';
import { PastCheckpoints } from './past-checkpoints.js';
import { ReadKeys } from './read-keys.js';
import { Inject, Injectable } from '@nestjs/common';
import { cosignerKey, formatVerifierKey, parseVerifierKey } from '@service/evidence';
import { WITNESSES } from '../infrastructure/injection-tokens.js';
import type { Answer } from '../interface/schemas/schemas.js';

/** Names the witnesses that the service asks to cosign its checkpoints. */
@Injectable()
class AskedWitnesses {
  private readonly shown: Answer<'LogWitnesses'>;

  /** @param vkeys of the witnesses, as the settings name them. */
  constructor(@Inject(WITNESSES) vkeys: readonly string[]) {
    this.shown = {
      data: vkeys.map((vkey) => {
        const key = cosignerKey(parseVerifierKey(vkey));
        return { name: key.name, vkey: formatVerifierKey(key) };
      }),
    };
  }

  execute(): Answer<'LogWitnesses'> {
    return this.shown;
  }
}

/** Lets any cache use an answer for a minute without revalidation. */
export const FOR_A_MINUTE = 'public, max-age=60';

const common = { access: 'public', caching: FOR_A_MINUTE, fails: ['route.not_found'] } as const;

/** Operations on the transparency log and the keys. */
export const logOperations = {
  keys: defineOperation({
    ...common,
    name: 'log.keys',
    http: 'GET /v1/log/:environment/keys',
    summary: 'Read the keys that sign elements, answers and the log’s checkpoints, as a JWK Set',
    answer: 'KeySet',
    useCase: ReadKeys,
    execute: (keys) => keys.execute(),
  }),

  checkpoints: defineOperation({
    ...common,
    name: 'log.checkpoints',
    http: 'GET /v1/log/:environment/checkpoints',
    summary: 'Read earlier checkpoints of the transparency log, the smallest first, and see how it grew',
    input: CheckpointsQuery,
    answer: 'LogCheckpoints',
    useCase: PastCheckpoints,
    execute: (checkpoints, call, query) => checkpoints.execute(call, query),
  }),

  witnesses: defineOperation({
    ...common,
    name: 'log.witnesses',
    http: 'GET /v1/log/:environment/witnesses',
    summary: 'Read which witnesses are asked to cosign the log’s checkpoints; whom to trust, only you decide',
    answer: 'LogWitnesses',
    useCase: AskedWitnesses,
    execute: (witnesses) => witnesses.execute(),
  }),
};
