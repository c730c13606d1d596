import { defineOperation } from '../interface/operation.js';
import { Status } from './status.js';

/** The operation that says how current answers are. */
export const statusOperations = {
  read: defineOperation({
    name: 'status.read',
    http: 'GET /v1/status',
    access: 'any',
    summary: 'Read how far the views behind the answers, and the newest checkpoint of the log, are behind',
    answer: 'Status',
    useCase: Status,
    execute: (status) => status.read(),
  }),
};
