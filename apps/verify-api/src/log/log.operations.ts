import { defineOperation } from '../interface/operation.js';
import { AskedWitnesses } from './asked-witnesses.js';
import { CheckpointsQuery } from './log.query.js';
import { PastCheckpoints } from './past-checkpoints.js';
import { ReadKeys } from './read-keys.js';

/** Lets any cache use an answer for a minute without revalidation. */
export const FOR_A_MINUTE = 'public, max-age=60';

/** Operations on the transparency log and the keys. */
export const logOperations = {
  keys: defineOperation({
    name: 'log.keys',
    http: 'GET /v1/log/:environment/keys',
    access: 'public',
    kind: 'read',
    summary: 'Read the keys that sign elements, answers and the log’s checkpoints, as a JWK Set',
    answer: 'KeySet',
    caching: FOR_A_MINUTE,
    fails: ['route.not_found'],
    useCase: ReadKeys,
    execute: (keys) => keys.execute(),
  }),

  checkpoints: defineOperation({
    name: 'log.checkpoints',
    http: 'GET /v1/log/:environment/checkpoints',
    takes: 'query',
    access: 'public',
    kind: 'read',
    summary: 'Read earlier checkpoints of the transparency log, the smallest first, and see how it grew',
    input: CheckpointsQuery,
    answer: 'LogCheckpoints',
    caching: FOR_A_MINUTE,
    fails: ['route.not_found'],
    useCase: PastCheckpoints,
    execute: (checkpoints, _, query) => checkpoints.execute(query),
  }),

  witnesses: defineOperation({
    name: 'log.witnesses',
    http: 'GET /v1/log/:environment/witnesses',
    access: 'public',
    kind: 'read',
    summary: 'Read which witnesses are asked to cosign the log’s checkpoints; whom to trust, only you decide',
    answer: 'LogWitnesses',
    caching: FOR_A_MINUTE,
    fails: ['route.not_found'],
    useCase: AskedWitnesses,
    execute: (witnesses) => witnesses.execute(),
  }),
};
