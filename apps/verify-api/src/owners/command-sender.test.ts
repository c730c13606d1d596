import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, noteReplayed, type CommandEnvelope } from '@service/contracts';
import type { CommandClient, Pace } from '@service/messaging/commands';
import { Idempotency } from '../interface/idempotency.js';
import { sampleAuthority } from '../testing/sample-record.js';
import type { GatewayViews } from '../views/gateway-views.js';
import { CommandSender, type CommandSource } from './command-sender.js';

let sent: CommandEnvelope[];
let onSend: (command: CommandEnvelope) => void;
let awaited: unknown[][];
let noted: unknown[];
let sender: CommandSender;
let client: { send: (command: CommandEnvelope, pace: Pace) => Promise<{ id: string; version: number }> };
let behind: number;
let paces: Pace[];

beforeEach(() => {
  sent = [];
  onSend = () => {};
  awaited = [];
  noted = [];
  behind = 0;
  paces = [];
  client = {
    send: (command, pace) => {
      sent.push(command);
      paces.push(pace);
      onSend(command);
      return Promise.resolve({ id: command.key, version: 3 });
    },
  };
  const views = {
    directory: { authority: (id: string) => (id === 'aut_1' ? sampleAuthority() : undefined) },
    freshness: { records: { look: () => ({ behind }) } },
    ownWrites: { note: (record: unknown) => noted.push(record) },
    shown: {
      untilShown: (...version: unknown[]) => {
        awaited.push(version);
        return Promise.resolve();
      },
    },
  };
  sender = new CommandSender(client as unknown as CommandClient, views as unknown as GatewayViews, null);
});

async function knownVersions(projectId: string, known: Record<string, number>): Promise<object | undefined> {
  const versions = { known: new Map(Object.entries(known)), written: new Map() };
  const source: CommandSource = { projectId, credentialId: 'crd_1', requestId: null, versions };
  const change = { reason: 'doubt', expected_version: null };
  await sender.send('record.suspend', source, 'rec_1', change, ['aut_1', 'aut_missing']);
  expect(versions.written).toEqual(new Map([['rec_1', 3]]));
  return sent[0]?.known_versions;
}

describe('a command', () => {
  it('carries the versions of authorities that are known here, and those of the request’s token', async () => {
    expect(await knownVersions('prj_1', { rec_1: 2, aut_2: 4 })).toEqual({ rec_1: 2, aut_1: 1, aut_2: 4 });
  });

  it('carries the known version if that of the token is older', async () => {
    expect(await knownVersions('prj_1', { aut_1: 0 })).toEqual({ aut_1: 1 });
  });

  it('of a record is slowed to the pace of the view, and asks whether its caller still may', async () => {
    const requireStillAdmitted = () => {
      throw new ServiceError('credential.revoked');
    };
    const requestContext = { deadline: Infinity, requireStillAdmitted };
    const source: CommandSource = {
      projectId: 'prj_1',
      credentialId: 'crd_1',
      requestId: null,
      requestContext,
    };
    const change = { reason: 'doubt', expected_version: null };
    await sender.send('record.suspend', source, 'rec_1', change);
    await sender.send('authority.suspend', source, 'aut_1', change);
    behind = 4_000;
    expect(paces.map((pace) => pace.most())).toEqual([1, Infinity]);
    expect(paces[0]?.mayBegin).toThrow(new ServiceError('credential.revoked'));
  });

  it('does not send versions of another project’s authorities', async () => {
    expect(await knownVersions('prj_2', {})).toEqual({});
  });

  it.each([true, false])('tells its request whether its result is an earlier one’s: %s', async (replayed) => {
    onSend = (command) => {
      if (replayed) noteReplayed(command);
    };
    const idempotency = new Idempotency(['crd_1', 'key'], () => 'digest');
    const source: CommandSource = {
      projectId: 'prj_1',
      credentialId: 'crd_1',
      requestId: null,
      idempotency: idempotency.part(1),
    };
    const change = { reason: 'doubt', expected_version: null };
    await sender.send('record.suspend', source, 'rec_1', change);
    expect(idempotency.isReplayed).toBe(replayed);
    onSend = () => {
      throw new ServiceError('record.not_found');
    };
    await expect(sender.send('record.suspend', source, 'rec_1', change)).rejects.toThrow();
    expect(idempotency.isReplayed).toBe(false);
  });

  it('is refused where 32 on its aggregate are under way; one that ends it is not, nor one on another', async () => {
    const held: (() => void)[] = [];
    client.send = (command) => {
      sent.push(command);
      return new Promise((resolve) => held.push(() => resolve({ id: command.key, version: 3 })));
    };
    const source: CommandSource = { projectId: 'prj_1', credentialId: 'crd_1', requestId: null };
    const change = { reason: 'doubt', expected_version: null };
    const reinstate = (id: string) => sender.send('record.reinstate', source, id, change);
    const first = Array.from({ length: 32 }, () => reinstate('rec_1'));
    await expect(reinstate('rec_1')).rejects.toMatchObject({ code: 'rate.limited', retryAfter: 1 });
    const others = [sender.send('record.suspend', source, 'rec_1', change), reinstate('rec_2')];
    expect(sent).toHaveLength(34);
    held[0]?.();
    await first[0];
    first.push(reinstate('rec_1'));
    expect(sent).toHaveLength(35);
    for (const answer of held) answer();
    await Promise.all([...first, ...others]);
  });

  it('on a record returns with its owner’s reply, for which later reads wait', async () => {
    await knownVersions('prj_1', {});
    expect(noted).toEqual([{ id: 'rec_1', version: 3 }]);
    expect(awaited).toEqual([]);
  });

  it('on anything else returns once its result is shown', async () => {
    const source: CommandSource = { projectId: 'prj_1', credentialId: 'crd_1', requestId: null };
    await sender.send('credential.revoke', source, 'crd_2', { reason: 'leak', expected_version: null });
    expect(awaited).toEqual([['crd_2', 3]]);
    expect(noted).toEqual([]);
  });
});
