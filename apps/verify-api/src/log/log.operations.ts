import { defineOperation } from '../operations/operation.js';
import { definePublicResource } from '../operations/public-resource.js';
import { ReadKeys } from './read-keys.js';

/** Operations on the transparency log and the keys. */
export const logOperations = {
  keys: defineOperation({
    name: 'log.keys',
    access: 'public',
    kind: 'read',
    summary: 'Read the keys that sign elements, answers and the log’s checkpoints, as a JWK Set',
    answer: 'KeySet',
    fails: ['route.not_found'],
    useCase: ReadKeys,
    execute: (keys) => keys.execute(),
  }),
};

/** The log as static resources. */
export const logResources = {
  checkpoint: definePublicResource('log.checkpoint'),
  tile: definePublicResource('log.tile'),
  policy: definePublicResource('log.policy'),
  options: definePublicResource('log.options'),
};
