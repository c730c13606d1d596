import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, type LinkSnapshot } from '@service/contracts';
import fastify, { type FastifyInstance } from 'fastify';
import type { Admission } from '../admission/admission.js';
import type { Limits } from '../admission/limits/limits.js';
import type { Operations } from '../admission/operations.js';
import { answerError } from '../channels/http/answer-error.js';
import type { RequestPlace } from '../channels/http/bounds/requests-under-way.js';
import type { GatewayRequest } from '../channels/http/gateway-request.js';
import type { Call } from '../interface/call.js';
import type { RequestContext } from '../interface/request-context.js';
import type { KnownLinks } from './known-link.js';
import { LinkRoutes } from './link.route.js';

const link = { id: 'lnk_1', record_id: 'rec_1', project_id: 'prj_1' } as LinkSnapshot;

let server: FastifyInstance;
let isOpen: boolean;
let refusals: { network?: ServiceError; link?: ServiceError };
let whileOpening: () => void;
let identified: unknown;
let place: Partial<RequestPlace> | undefined;
let asked: { at: number; context?: RequestContext };

const fail = (error: ServiceError | undefined) => {
  if (error !== undefined) throw error;
};
const known = {
  of: async () => {
    asked.at ||= performance.now();
    return link;
  },
  requireOpen: () => fail(isOpen ? undefined : new ServiceError('link.not_found')),
  callerOf: ({ id }: LinkSnapshot) => ({ credentialId: id, payer: id, actor: { type: 'link', id } }),
} as unknown as KnownLinks;
const operations = {
  run: async (_: unknown, call: Call) => {
    asked.context = call.requestContext;
    whileOpening();
    return '{}';
  },
} as unknown as Operations;

beforeEach(() => {
  [isOpen, refusals, whileOpening, identified] = [true, {}, () => undefined, undefined];
  [place, asked] = [undefined, { at: 0 }];
  server = fastify();
  server.addHook('preHandler', async (request) => void Object.assign(request, { place }));
  const failures = { answered: () => undefined } as never;
  server.setErrorHandler((error, request, reply) => {
    answerError(request, reply, error, failures);
    identified = (request as GatewayRequest).requestContext?.subjects;
  });
  const limits = { takeFor: () => fail(refusals.network) } as unknown as Limits;
  const admission = { allow: () => fail(refusals.link) } as unknown as Admission;
  new LinkRoutes('development', known, limits, admission, operations).addTo(server, null);
});
afterEach(() => server.close());

const open = async (query = '', payload = '') => {
  const sent = payload === '' ? {} : { payload, headers: { 'content-type': 'application/json' } };
  const answer = await server.inject({ method: 'POST', url: `/v/development/open${query}`, ...sent });
  const { statusCode, headers } = answer;
  return { statusCode, retry: headers['retry-after'], error: answer.json().error };
};

describe('an opening', () => {
  it('is answered where nothing is wrong', async () => {
    expect(await open()).toMatchObject({ statusCode: 200 });
  });

  it('is refused where its link has ended, before or meanwhile, as one whose caller is known', async () => {
    whileOpening = () => (isOpen = false);
    for (let times = 0; times < 2; times += 1) {
      expect((await open()).error.code).toBe('link.not_found');
      expect(identified).toEqual(['rec_1', 'lnk_1']);
    }
  });

  it('has its deadline from before its link is looked up', async () => {
    await open();
    expect(asked.context?.beganAt).toBeLessThanOrEqual(asked.at);
  });

  it('waits for its turn, and does nothing where its link has ended meanwhile', async () => {
    place = {
      enterFor: () => undefined,
      inTurn: (work, mayBegin) => {
        isOpen = false;
        mayBegin();
        return work();
      },
    };
    expect((await open()).error.code).toBe('link.not_found');
    expect(asked.context).toBeUndefined();
  });

  it('is refused alike by each limit', async () => {
    const errors = [];
    for (const refused of [
      { network: new ServiceError('rate.limited', { message: 'of the network' }, 7) },
      { link: new ServiceError('rate.limited', { message: 'of the link' }, 9) },
      { link: new ServiceError('quota.exceeded', { message: 'of the project' }, 11) },
    ]) {
      refusals = refused;
      const { error, ...shape } = await open();
      errors.push({ ...shape, ...error, request_id: null });
    }
    expect(errors[0]).toMatchObject({ statusCode: 429, code: 'rate.limited' });
    expect(errors).toEqual(Array(3).fill(errors[0]));
  });

  it.each([
    [true, 'rate.limited'],
    [false, 'link.not_found'],
  ])('leaves no line where the link’s own limit refuses it, open or not: %s', async (stillOpen, code) => {
    [isOpen, refusals] = [stillOpen, { link: new ServiceError('rate.limited') }];
    expect((await open()).error.code).toBe(code);
    expect(identified).toBeUndefined();
  });

  it('takes no query but the size of a log, and counts for the network before its body is read', async () => {
    expect((await open('?form=1')).error.details).toMatchObject([{ field: 'form' }]);
    expect((await open('?from=0')).error.details).toMatchObject([{ field: 'from' }]);
    expect((await open('', '{}')).error.code).toBe('request.too_large');
    refusals = { network: new ServiceError('rate.limited') };
    expect((await open('', '{}')).error.code).toBe('rate.limited');
  });
});
