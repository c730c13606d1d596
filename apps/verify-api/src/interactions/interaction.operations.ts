import { InteractionHistory, historyOf } from '@service/history';
import { identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { CheckQuery, ExportInteractionsQuery, InteractionQuery } from './interaction.query.js';
import { Interactions } from './interactions.js';

const audit = {
  // Without a project, operators' credentials and owners of all projects read the lines without one.
  access: ['audit', 'operator'],
  ofWholeProject: 'cannot read the history, which is of all of the project',
} as const;

/** The operation of a list request that accepts NDJSON or CSV. */
const exportInteractions = defineOperation({
  ...audit,
  name: 'interactions.export',
  summary: 'Export all interactions that match, newest first, as NDJSON or CSV',
  input: ExportInteractionsQuery,
  answer: 'Interaction',
  useCase: Interactions,
  execute: (interactions, call, { format, ...query }) => interactions.export(call, query, format),
});

/** Operations on the interaction history of the caller's project, or on the lines without a project. */
export const interactionOperations = {
  list: defineOperation({
    ...audit,
    name: 'interactions.list',
    http: 'GET /v1/interactions',
    exportedBy: exportInteractions,
    summary:
      'List interactions, newest first; a page may be shorter than `limit`, even empty, while `next_cursor` says to go on. As `application/x-ndjson` or `text/csv`, all that match, whatever `limit` is; the operation is then interactions.export',
    input: InteractionQuery,
    answer: 'InteractionPage',
    useCase: Interactions,
    execute: (interactions, { projectId }, query) => interactions.list(projectId, query),
  }),

  export: exportInteractions,

  check: defineOperation({
    ...audit,
    name: 'interactions.check',
    http: 'GET /v1/interactions/check',
    summary: 'Check that a day’s interactions are as they were written, each lane by itself',
    input: CheckQuery,
    answer: 'HistoryCheck',
    useCase: InteractionHistory,
    execute: (history, { projectId }, { day }) => history.check(historyOf(projectId), day),
  }),

  read: defineOperation({
    ...audit,
    name: 'interactions.read',
    http: 'GET /v1/interactions/:id',
    summary: 'Read an interaction by its request id',
    input: identified('request_id'),
    answer: 'Interaction',
    fails: ['interaction.not_found'],
    useCase: InteractionHistory,
    execute: (history, { projectId }, { request_id }) => history.read(historyOf(projectId), request_id),
  }),
};
