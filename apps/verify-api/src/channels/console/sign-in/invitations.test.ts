import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId, ServiceError, type OperatorSnapshot } from '@service/contracts';
import { digestText, type Digest } from '@service/evidence';
import { runMigrations } from '@service/platform/migrations';
import { databaseOfFile } from '@service/testing/fixtures';
import { verifyApiMigrations } from '../../../migrations/index.js';
import { KeyCommands } from '../keys/key-commands.js';
import { KnownOperators } from '../keys/known-operators.js';
import { OperatorKeys } from '../keys/operator-keys.js';
import { Passwords } from '../keys/passwords.js';
import { passwordThumbprint } from '../keys/thumbprints.js';
import { OperatorProfiles } from '../../../operators/operator-profiles.js';
import { Invitations } from './invitations.js';

const PASSWORD = 'correct horse battery staple';
const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const LATER = '2026-11-23T12:30:00.000Z';
const REQUEST = { requestId: 'req_1', traceparent: null };

const database = databaseOfFile();
let people: Map<string, OperatorSnapshot>;
beforeAll(async () => {
  await runMigrations(database.url, verifyApiMigrations);
});
beforeEach(async () => {
  people = new Map();
  await database.pool.query('TRUNCATE verify_api.operator_profiles, verify_api.operator_keys');
});

function invited(expires_at = LATER): { id: string; token: string } {
  const id = newId('operator');
  const invitation = { digest: digestText(`token of ${id}`), expires_at };
  people.set(id, { id, state: 'invited', keys: [], grants: [], invitation } as unknown as OperatorSnapshot);
  return { id, token: `token of ${id}` };
}

/** The owner of the events, which takes every key. */
const commands = {
  send: async (_type: string, _source: object, id: string, { key }: { key: object }) => {
    people.set(id, { id, state: 'active', keys: [key], grants: [], invitation: null } as never);
    return people.get(id);
  },
};

/** @param checks how many look-ups of an address wait for each other. */
function invitations(checks: number): { invitations: Invitations; keys: OperatorKeys } {
  let arrived = 0;
  let letAllGo = (): void => undefined;
  const all = new Promise<void>((resolve) => (letAllGo = resolve));
  const query = async (text: string, values: unknown[]) => {
    const found = await database.pool.query(text, values);
    if (!text.startsWith('SELECT operator_id')) return found;
    if ((arrived += 1) === checks) letAllGo();
    await all;
    return found;
  };
  const keys = new OperatorKeys({ query } as never);
  const directory = {
    operator: (id: string) => people.get(id),
    operators: () => people.values(),
    isTampered: () => false,
  };
  const operators = new KnownOperators(directory, { require: () => undefined });
  const keyCommands = new KeyCommands(keys, operators, commands as never);
  const parts = [keys, operators, {} as never, new Passwords(), keyCommands, () => NOW] as const;
  return { invitations: new Invitations(...parts), keys };
}

const profiles = async () =>
  (await database.pool.query('SELECT operator_id, name, address FROM verify_api.operator_profiles')).rows;

describe('an address', () => {
  const profile = (name: string, address = 'ada@mail.example') => ({ name, address });

  it('goes to one of two who redeem different invitations with it at once', async () => {
    const [one, two] = [invited(), invited()];
    const { invitations: both, keys } = invitations(2);
    const outcomes = await Promise.allSettled(
      [one, two].map(({ id, token }) =>
        both.redeemByPassword(token, profile(id, 'Ada@mail.example'), PASSWORD, REQUEST),
      ),
    );
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    const lost = outcomes[1 - won];
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'operator.address_taken' } });
    const [winner, loser] = won === 0 ? [one, two] : [two, one];
    expect(await profiles()).toEqual([{ operator_id: winner.id, ...profile(winner.id) }]);
    expect(people.get(loser.id)).toMatchObject({ state: 'invited' });
    expect(await keys.of(loser.id)).toEqual([]);
  });

  it('is free again once its operator is removed, or its invitation has expired unredeemed', async () => {
    const { invitations: one } = invitations(1);
    const removed = newId('operator');
    people.set(removed, { id: removed, state: 'removed', keys: [] } as unknown as OperatorSnapshot);
    const expired = invited('2026-11-23T11:59:00.000Z').id;
    await database.pool.query(
      `INSERT INTO verify_api.operator_profiles (operator_id, name, address)
       VALUES ($1, 'Ada', 'ada@mail.example'), ($2, NULL, 'eve@mail.example')`,
      [removed, expired],
    );
    for (const address of ['ada@mail.example', 'eve@mail.example']) {
      const { token } = invited();
      await one.redeemByPassword(token, profile('Next', address), PASSWORD, REQUEST);
    }
    expect(await profiles()).toContainEqual({ operator_id: removed, name: 'Ada', address: null });
  });

  it('is taken by somebody who has had a name since they were invited, until they say their own', async () => {
    const { invitations: one, keys } = invitations(1);
    const { id, token } = invited();
    await new OperatorProfiles(database.pool).nameInvited(id, 'Ada');
    expect(await one.show(token)).toMatchObject({ operator_id: id, name: 'Ada' });
    await one.redeemByPassword(token, profile('Ada Lovelace'), PASSWORD, REQUEST);
    expect(await keys.profileOf(id)).toEqual(profile('Ada Lovelace'));
  });

  it('is not kept of somebody who was removed and erased while they redeemed', async () => {
    const { invitations: one, keys } = invitations(1);
    const { token } = invited();
    jest.spyOn(commands, 'send').mockRejectedValueOnce(new ServiceError('operator.invitation_invalid'));
    const redeemed = one.redeemByPassword(token, profile('Ada'), PASSWORD, REQUEST);
    await expect(redeemed).rejects.toMatchObject({ code: 'operator.invitation_invalid' });
    expect(await keys.withAddress('ada@mail.example')).toBeNull();
  });

  it('stays with an operator whom another gateway may know already', async () => {
    const { invitations: one } = invitations(1);
    await database.pool.query(
      `INSERT INTO verify_api.operator_profiles (operator_id, name, address)
       VALUES ('opr_new', 'Ada', 'ada@mail.example')`,
    );
    const { token } = invited();
    const redeemed = one.redeemByPassword(token, profile('Eve'), PASSWORD, REQUEST);
    await expect(redeemed).rejects.toMatchObject({ code: 'operator.address_taken' });
  });
});

it('is signed in with by its password, whatever else was written into the table', async () => {
  const { invitations: one, keys } = invitations(1);
  const { id, token } = invited();
  const address = 'ada@mail.example';
  const { thumbprint } = await one.redeemByPassword(token, { name: 'Ada', address }, PASSWORD, REQUEST);
  const forge = (n: number): Digest => passwordThumbprint(`forged ${n}`);
  for (let n = 0; n < 9; n += 1) {
    await database.pool.query(
      `INSERT INTO verify_api.operator_keys (thumbprint, operator_id, kind, password_hash, created_at)
       VALUES ($1, $2, 'password', $3, '2020-01-01')`,
      [forge(n), id, `forged ${n}`],
    );
  }
  expect((await keys.passwordsOf(address)).map((row) => row.thumbprint)).toContain(thumbprint);
});
