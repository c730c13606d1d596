import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, type CredentialSnapshot, type Environment } from '@service/contracts';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import type { CommandSender } from '../../owners/command-sender.js';
import type { Authenticator } from '../../admission/authentication/authenticator.js';
import { LeakedCredentials } from './leaked-credentials.js';
import { makeToken, parseToken, type Token } from '../../admission/authentication/tokens/token.js';

interface Sent {
  type: string;
  source: object;
  key: string;
  payload: object;
}

const logger = createLogger('silent');
let owners: Map<string, Partial<CredentialSnapshot> | Error>;
let sent: Sent[];
/** The errors of the next commands. */
let refusals: Error[];
let judged: number;
let requireFresh: () => void;
/** Whether a key id that the directory lacks arrives. */
let arrive: (keyId: string) => boolean | Promise<boolean>;

beforeEach(() => {
  owners = new Map();
  sent = [];
  refusals = [];
  judged = 0;
  requireFresh = () => undefined;
  arrive = () => false;
});

function leakedOf(environment: Environment): LeakedCredentials {
  const authenticator = {
    ownerOf({ hashed }: Token) {
      judged += 1;
      const owner = owners.get(hashed);
      if (owner instanceof Error) throw owner;
      return owner as CredentialSnapshot | undefined;
    },
  } as unknown as Authenticator;
  const send = async (type: string, source: object, key: string, payload: object) => {
    sent.push({ type, source, key, payload });
    const refusal = refusals.shift();
    if (refusal !== undefined) throw refusal;
  };
  return new LeakedCredentials(
    environment,
    authenticator,
    { send } as unknown as CommandSender,
    logger,
    { require: () => requireFresh() },
    { arrives: async (keyId) => arrive(keyId) },
  );
}

/** A token of a live credential. */
function live(
  id: string,
  changes: Partial<CredentialSnapshot> = {},
  environment: Environment = 'development',
) {
  const token = makeToken('standard', environment);
  const credential = { id, project_id: 'prj_1', state: 'active', expires_at: null, secrets: [], ...changes };
  owners.set(token.slice(0, -6), credential as Partial<CredentialSnapshot>);
  return token;
}

const reports = (...tokens: string[]) => tokens.map((token) => ({ token, url: 'https://a/b' }));
const allJudged = (count: number) => eventually(() => expect(judged).toBe(count));

describe('a leaked token', () => {
  it('that is live gets its credential revoked by the service itself', async () => {
    const token = live('crd_1');
    leakedOf('development').take(reports(token), 'req_1');
    await eventually(() =>
      expect(sent).toEqual([
        {
          type: 'credential.revoke',
          source: { projectId: 'prj_1', credentialId: 'service:verify-api', requestId: 'req_1' },
          key: 'crd_1',
          payload: { reason: 'Reported as leaked: https://a/b', expected_version: null },
        },
      ]),
    );
  });

  it('of an operator, or of a rotating credential, counts as well', async () => {
    const tokens = [live('crd_1', { project_id: null }), live('crd_2', { state: 'rotating' })];
    leakedOf('development').take(reports(...tokens), 'req_1');
    await eventually(() => expect(sent.map(({ key }) => key)).toEqual(['crd_1', 'crd_2']));
    expect(sent[0]?.source).toMatchObject({ projectId: null });
  });

  it('that is dead, unknown or invalid changes nothing, and does not stop the following ones', async () => {
    const unclear = makeToken('standard', 'development');
    owners.set(unclear.slice(0, -6), new Error('unclear'));
    const tokens = [
      live('crd_1', { state: 'revoked' }),
      live('crd_2', { state: 'expired' }),
      live('crd_3', { expires_at: '2020-01-01T00:00:00.000Z' }),
      makeToken('standard', 'development'),
      'no token',
      unclear,
      live('crd_4'),
    ];
    leakedOf('development').take(reports(...tokens), 'req_1');
    await eventually(() => expect(sent.map(({ key }) => key)).toEqual(['crd_4']));
  });

  it.each([
    ['', 0],
    [', also where the look-up fails at first', 1],
  ])('that another replica gave out a moment ago is revoked%s', async (_, failures) => {
    const token = live('crd_1');
    const { hashed, keyId } = parseToken(token) as Token;
    const owner = owners.get(hashed) ?? {};
    owners.delete(hashed);
    let asked = 0;
    arrive = (other) => {
      if (asked++ < failures) throw new ServiceError('service.unavailable');
      return other === keyId && owners.set(hashed, owner).size > 0;
    };
    leakedOf('development').take(reports(token), 'req_1');
    await eventually(() => expect(sent.map(({ key }) => key)).toEqual(['crd_1']));
  });

  it('is not accepted while the directory is stale, which may lack it', () => {
    requireFresh = () => {
      throw new ServiceError('service.unavailable');
    };
    expect(() => leakedOf('development').take(reports(live('crd_1')), 'req_1')).toThrow(
      new ServiceError('service.unavailable'),
    );
  });

  it('is checked after its report was answered', async () => {
    leakedOf('development').take(reports(live('crd_1')), 'req_1');
    await Promise.resolve();
    expect(judged).toBe(0);
    await allJudged(1);
  });

  it('is revoked once, however often it is reported', async () => {
    const token = live('crd_1');
    const leaked = leakedOf('development');
    leaked.take(reports(token, token), 'req_1');
    await allJudged(1);
    await leaked.beforeApplicationShutdown();
    expect(sent).toHaveLength(1);
  });

  it('of the other environment is looked up at the address of that one alone', async () => {
    const token = live('crd_1', {}, 'production');
    leakedOf('development').take(reports(token, live('crd_2')), 'req_1');
    await eventually(() => expect(sent.map(({ key }) => key)).toEqual(['crd_2']));
    expect(judged).toBe(1);
    leakedOf('production').take(reports(token), 'req_2');
    await eventually(() => expect(sent.map(({ key }) => key)).toEqual(['crd_2', 'crd_1']));
  });
});

describe('a revocation that fails', () => {
  it('is retried while the service is unavailable', async () => {
    refusals = [new ServiceError('service.unavailable'), new ServiceError('service.unavailable')];
    leakedOf('development').take(reports(live('crd_1')), 'req_1');
    await eventually(() => expect(sent).toHaveLength(3));
  });

  it('is not retried if the credential is already revoked, or the revocation is refused', async () => {
    const leaked = leakedOf('development');
    for (const code of ['credential.transition_not_allowed', 'project.suspended'] as const) {
      refusals = [new ServiceError(code)];
      leaked.take(reports(live(`crd_${code}`)), 'req_1');
    }
    await allJudged(2);
    await leaked.beforeApplicationShutdown();
    expect(sent).toHaveLength(2);
  });

  it('is waited for when the service stops, from the look-up of its token on', async () => {
    const token = live('crd_1');
    const { hashed } = parseToken(token) as Token;
    const owner = owners.get(hashed) ?? {};
    owners.delete(hashed);
    const leaked = leakedOf('development');
    arrive = () => new Promise((resolve) => setImmediate(() => resolve(owners.set(hashed, owner).size > 0)));
    leaked.take(reports(token), 'req_1');
    await new Promise(setImmediate);
    await leaked.beforeApplicationShutdown();
    expect(sent).toHaveLength(1);
  });

  it('has one last attempt when the service stops', async () => {
    refusals = Array.from({ length: 9 }, () => new ServiceError('service.unavailable'));
    const leaked = leakedOf('development');
    leaked.take(reports(live('crd_1')), 'req_1');
    await eventually(() => expect(sent).toHaveLength(1));
    await leaked.beforeApplicationShutdown();
    expect(sent).toHaveLength(2);
  });
});
