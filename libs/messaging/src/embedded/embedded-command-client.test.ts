import { describe, expect, it, jest } from '@jest/globals';
import { ServiceError, type CommandEnvelope } from '@service/contracts';
import { createLogger } from '@service/platform/logging';
import { CommandHandlers } from '../commands/command-handlers.js';
import { EmbeddedCommandClient } from './embedded-command-client.js';

const command = (key: string, changes: Partial<CommandEnvelope> = {}): CommandEnvelope =>
  ({
    id: 'cmd_1',
    type: 'record.suspend',
    key,
    issued_by: 'crd_1',
    deadline: Date.now() + 10_000,
    payload: {},
    ...changes,
  }) as CommandEnvelope;

type Handler = (command: CommandEnvelope) => Promise<unknown>;

/** A client whose commands on records go to a handler. */
function clientOf(record: Handler): EmbeddedCommandClient {
  const client = new EmbeddedCommandClient();
  client.serve(handlersOf(record));
  return client;
}

const handlersOf = (record: Handler) =>
  new CommandHandlers({ record }, { logger: createLogger('silent'), tracer: null });

/** A handler whose calls end when the test ends them. */
function heldHandler() {
  const calls: {
    command: CommandEnvelope;
    resolve: (answer: unknown) => void;
    reject: (error: Error) => void;
  }[] = [];
  const handler = (taken: CommandEnvelope): Promise<unknown> =>
    new Promise((resolve, reject) => calls.push({ command: taken, resolve, reject }));
  return { client: clientOf(handler), calls, keys: () => calls.map((call) => call.command.key) };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the embedded client', () => {
  it('calls the owner of a command, and answers the reply', async () => {
    const client = clientOf(async ({ key, type }) => ({ done: key, type }));
    client.serve(
      new CommandHandlers(
        { project: async () => 'changed' },
        { logger: createLogger('silent'), tracer: null },
      ),
    );
    expect(await client.send(command('a'))).toEqual({ done: 'a', type: 'record.suspend' });
    expect(await client.send(command('a', { type: 'project.suspend' }))).toBe('changed');
  });

  it('gives the owner commands of one project in a number that others need not wait for', async () => {
    const { client, calls, keys } = heldHandler();
    const answers = Array.from({ length: 200 }, (_, index) =>
      client.send(command(`${index}`, { type: 'record.register', project_id: 'prj_1' })),
    );
    answers.push(client.send(command('other', { type: 'record.register', project_id: 'prj_2' })));
    await settle();
    expect(keys()).toHaveLength(129);
    expect(keys().at(-1)).toBe('other');
    while (calls.length > 0) {
      for (const { resolve } of calls.splice(0)) resolve('done');
      await settle();
    }
    await Promise.all(answers);
  });

  it('handles the commands of one aggregate in order, and those of others beside them', async () => {
    const { client, calls, keys } = heldHandler();
    const answers = ['a', 'a', 'b', 'a'].map((key, index) => client.send(command(key, { id: `${index}` })));
    await settle();
    expect(keys()).toEqual(['a', 'b']);
    calls[0]?.resolve(1);
    await settle();
    expect(keys()).toEqual(['a', 'b', 'a']);
    calls[2]?.resolve(2);
    await settle();
    calls[1]?.resolve('b');
    calls[3]?.resolve(3);
    expect(await Promise.all(answers)).toEqual([1, 2, 'b', 3]);
    expect(calls.map((call) => call.command.id)).toEqual(['0', '2', '1', '3']);
  });

  it('continues with the next command after one that failed', async () => {
    const { client, calls } = heldHandler();
    const [failed, next] = [client.send(command('a')), client.send(command('a'))];
    await settle();
    calls[0]?.reject(new ServiceError('record.not_found'));
    await expect(failed).rejects.toMatchObject({ code: 'record.not_found' });
    await settle();
    calls[1]?.resolve('done');
    expect(await next).toBe('done');
  });

  it('does not handle a command past its deadline', async () => {
    const handler = jest.fn(() => Promise.resolve());
    const client = clientOf(handler);
    const late = client.send(command('a', { deadline: Date.now() - 1 }));
    await expect(late).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(handler).not.toHaveBeenCalled();
  });

  it('does not handle a command whose deadline passed while it waited', async () => {
    const { client, calls, keys } = heldHandler();
    const first = client.send(command('a'));
    const late = client.send(command('a', { deadline: Date.now() + 20 }));
    await expect(late).rejects.toMatchObject({ code: 'service.unavailable' });
    calls[0]?.resolve('done');
    expect(await first).toBe('done');
    await settle();
    expect(keys()).toEqual(['a']);
  });

  it('does not wait for a handler past the deadline', async () => {
    const { client, calls } = heldHandler();
    const slow = client.send(command('a', { deadline: Date.now() + 20 }));
    await expect(slow).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(calls).toHaveLength(1);
    // Its later failure must not become an unhandled rejection.
    calls[0]?.reject(new Error('too late'));
    await settle();
  });

  it('answers an error where no handler takes the type', async () => {
    const client = new EmbeddedCommandClient();
    await expect(client.send(command('a'))).rejects.toMatchObject({
      code: 'service.unavailable',
    });
    const leave = client.serve(handlersOf(async () => 'done'));
    expect(await client.send(command('a'))).toBe('done');
    leave();
    await expect(client.send(command('a'))).rejects.toMatchObject({
      code: 'service.unavailable',
    });
  });
});
