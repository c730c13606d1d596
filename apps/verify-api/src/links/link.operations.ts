import { identified } from '../interface/identified-input.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { defineOperation } from '../interface/operation.js';
import { CreateLinkBody } from './link.bodies.js';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { Links } from './links.js';

/** Operations on the links of records. */
export const linkOperations = {
  create: defineOperation({
    name: 'links.create',
    http: 'POST /v1/records/:id/links',
    status: 201,
    takes: 'body',
    stepUp: true,
    access: 'share',
    kind: 'write',
    summary: 'Make a link by which anybody sees whether a record is good; its secret is in this answer alone',
    input: identified('record_id', CreateLinkBody),
    answer: 'CreatedLink',
    answersSecret: true,
    fails: ['record.not_found', 'link.limit_reached'],
    useCase: Links,
    execute: (links, call, { record_id, ...wanted }) => links.create(call, record_id, wanted),
    subjectsOf: ({ record_id }, answer) => [...(answer === null ? [] : [answer.id]), record_id],
  }),

  list: defineOperation({
    name: 'links.list',
    http: 'GET /v1/records/:id/links',
    takes: 'query',
    access: 'share',
    kind: 'read',
    summary: 'List a record’s links, newest first',
    input: identified('record_id', CreatedQuery),
    answer: 'LinkPage',
    fails: ['record.not_found'],
    useCase: Links,
    execute: (links, call, { record_id, ...query }) => links.list(call, record_id, query),
    subjectsOf: ({ record_id }) => [record_id],
  }),

  read: defineOperation({
    name: 'links.read',
    http: 'GET /v1/links/:id',
    access: 'share',
    kind: 'read',
    summary: 'Read a link',
    input: identified('link_id'),
    answer: 'Link',
    fails: ['link.not_found'],
    useCase: Links,
    execute: (links, call, { link_id }) => links.read(call, link_id),
    subjectsOf: ({ link_id }) => [link_id],
  }),

  revoke: defineOperation({
    name: 'links.revoke',
    http: 'POST /v1/links/:id/revoke',
    takes: 'body',
    stepUp: false,
    access: 'share',
    kind: 'write',
    summary: 'Revoke a link, at once and permanently; one that has ended stays as it is',
    input: identified('link_id', ReasonBody),
    answer: 'Link',
    fails: ['link.not_found'],
    useCase: Links,
    execute: (links, call, { link_id, reason }) => links.revoke(call, link_id, reason),
    subjectsOf: ({ link_id }) => [link_id],
  }),
};
