import { identified } from '../interface/identified-input.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { defineOperation } from '../interface/operation.js';
import { CreateLinkBody } from './link.bodies.js';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { Links } from './links.js';

const common = { access: 'share', useCase: Links } as const;

/** Operations on the links of records. */
export const linkOperations = {
  create: defineOperation({
    ...common,
    name: 'links.create',
    http: 'POST /v1/records/:id/links',
    status: 201,
    stepUp: true,
    summary: 'Make a link by which anybody sees whether a record is good; its secret is in this answer alone',
    input: identified('record_id', CreateLinkBody),
    answer: 'CreatedLink',
    answersSecret: true,
    fails: ['record.not_found', 'link.limit_reached'],
    execute: (links, call, { record_id, ...wanted }) => links.create(call, record_id, wanted),
    subjectsOf: ({ record_id }, answer) => [...(answer === null ? [] : [answer.id]), record_id],
  }),

  list: defineOperation({
    ...common,
    name: 'links.list',
    http: 'GET /v1/records/:id/links',
    summary: 'List a record’s links, newest first',
    input: identified('record_id', CreatedQuery),
    answer: 'LinkPage',
    fails: ['record.not_found'],
    execute: (links, call, { record_id, ...query }) => links.list(call, record_id, query),
  }),

  read: defineOperation({
    ...common,
    name: 'links.read',
    http: 'GET /v1/links/:id',
    summary: 'Read a link',
    input: identified('link_id'),
    answer: 'Link',
    fails: ['link.not_found'],
    execute: (links, call, { link_id }) => links.read(call, link_id),
  }),

  revoke: defineOperation({
    ...common,
    name: 'links.revoke',
    http: 'POST /v1/links/:id/revoke',
    stepUp: false,
    summary: 'Revoke a link, at once and permanently; one that has ended stays as it is',
    input: identified('link_id', ReasonBody),
    answer: 'Link',
    fails: ['link.not_found'],
    execute: (links, call, { link_id, reason }) => links.revoke(call, link_id, reason),
  }),
};
