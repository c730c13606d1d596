import { InteractionHistory } from '@service/history';
import { identified } from '../operations/identified-input.js';
import { defineOperation } from '../operations/operation.js';
import { CheckQuery, InteractionQuery } from './interaction.query.js';
import { Interactions } from './interactions.js';

const audit = {
  access: 'audit',
  kind: 'read',
  ofWholeProject: 'cannot read the history, which is of all of the project',
} as const;

/** Operations on the interaction history of the caller's project. */
export const interactionOperations = {
  list: defineOperation({
    ...audit,
    name: 'interaction.list',
    summary:
      'List interactions, newest first; a page may be shorter than `limit`, even empty, while `next_cursor` says to go on. As `application/x-ndjson`, all that match, whatever `limit` is; the operation is then interaction.export',
    input: InteractionQuery,
    answer: 'InteractionPage',
    useCase: Interactions,
    execute: (interactions, { projectId }, query) => interactions.list(projectId, query),
  }),

  /** Has no route to itself: it is what a list is asked for as NDJSON. */
  export: defineOperation({
    ...audit,
    name: 'interaction.export',
    summary: 'Export all interactions that match, newest first, as NDJSON',
    input: InteractionQuery,
    answer: 'Interaction',
    useCase: Interactions,
    execute: (interactions, call, query) => interactions.export(call, query),
  }),

  check: defineOperation({
    ...audit,
    name: 'interaction.check',
    summary: 'Check that a day’s interactions are as they were written, each lane by itself',
    input: CheckQuery,
    answer: 'HistoryCheck',
    useCase: InteractionHistory,
    execute: (history, { projectId }, { day }) => history.check(projectId, day),
  }),

  read: defineOperation({
    ...audit,
    name: 'interaction.read',
    summary: 'Read an interaction by its request id',
    input: identified('request_id'),
    answer: 'Interaction',
    fails: ['interaction.not_found'],
    useCase: InteractionHistory,
    execute: (history, { projectId }, { request_id }) => history.read(projectId, request_id),
    subjectsOf: ({ request_id }) => [request_id],
  }),
};
