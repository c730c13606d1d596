import 'reflect-metadata';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ServiceError, type CommandEnvelope, type CommandTypeOf } from '@service/contracts';
import { createLogger } from '@service/platform/logging';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { newCommand } from '../commands/new-command.js';
import { ServiceErrorFilter } from '../commands/service-error.filter.js';
import { EmbeddedCommandClient, EmbeddedServer } from './embedded-transport.js';

@Controller()
class ThingController {
  @MessagePattern('record.register')
  echo(@Payload() command: CommandEnvelope): Promise<unknown> {
    return Promise.resolve({ version: 1, ...command.payload });
  }

  @MessagePattern('record.amend')
  refuse(): never {
    throw new ServiceError('record.already_exists', { existing_id: 'rec_1', message: 'Taken.' });
  }

  @MessagePattern('record.suspend')
  async fail(): Promise<never> {
    throw new TypeError('nobody foresaw this');
  }

  @MessagePattern(['record.supersede', 'record.revoke'])
  async tell(@Payload() { type }: CommandEnvelope): Promise<unknown> {
    return { type };
  }

  @MessagePattern('record.reinstate')
  async lose(): Promise<never> {
    throw new DatabaseUnavailableError('gone');
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

let app: INestMicroservice;
let client: EmbeddedCommandClient;
let log = '';

beforeAll(async () => {
  client = new EmbeddedCommandClient();
  app = await NestFactory.createMicroservice(ThingModule, {
    strategy: new EmbeddedServer(client),
    logger: false,
  });
  app.useGlobalFilters(new ServiceErrorFilter(createLogger('info', { write: (line) => (log += line) })));
  await app.listen();
});
afterAll(() => app.close());
beforeEach(() => {
  log = '';
});

const send = (type: CommandTypeOf<'record'>) =>
  client.send(
    newCommand(type, { origin: 'here' } as never, { key: 'rec_1', project_id: 'prj_1', issued_by: 'crd_1' }),
  );

describe('a command to a handler in the same process', () => {
  it('is answered', async () => {
    expect(await send('record.register')).toEqual({ version: 1, origin: 'here' });
  });

  it('arrives with its type at a handler of several types', async () => {
    expect(await send('record.supersede')).toEqual({ type: 'record.supersede' });
    expect(await send('record.revoke')).toEqual({ type: 'record.revoke' });
  });

  it('that is refused rejects with exactly this refusal, and is not logged', async () => {
    const refused = send('record.amend');
    await expect(refused).rejects.toThrow(ServiceError);
    await expect(refused).rejects.toMatchObject({
      code: 'record.already_exists',
      message: 'Taken.',
      extras: { existing_id: 'rec_1' },
    });
    expect(log).toBe('');
  });

  it('that fails unexpectedly shows nothing of the error, which is logged', async () => {
    const failed = send('record.suspend');
    await expect(failed).rejects.toMatchObject({ name: 'ServiceError', code: 'internal.error', extras: {} });
    expect(JSON.parse(log)).toMatchObject({ level: 50, err: { message: 'nobody foresaw this' } });
  });

  it('whose owner has lost its database is unavailable', async () => {
    const why = { cause: 'database_unavailable', error: 'DatabaseUnavailableError: gone' };
    await expect(send('record.reinstate')).rejects.toMatchObject({ code: 'service.unavailable', why });
    expect(log).toBe('');
  });

  it('finds no handler once the service is closed', async () => {
    await app.close();
    await expect(send('record.register')).rejects.toMatchObject({ code: 'service.unavailable' });
  });
});

describe('a new command', () => {
  it('has an id, a deadline in eight seconds, and the members that its sender sets', () => {
    const before = Date.now();
    const command = newCommand('record.register', { origin: 'here' } as never, {
      key: 'rec_1',
      project_id: null,
      issued_by: 'crd_1',
      known_versions: { aut_1: 3 },
    });
    expect(command).toMatchObject({ type: 'record.register', key: 'rec_1', known_versions: { aut_1: 3 } });
    expect(command.id).toMatch(/^cmd_/);
    expect(command.deadline).toBeGreaterThanOrEqual(before + 8_000);
    expect(command.deadline).toBeLessThanOrEqual(Date.now() + 8_000);
    const bounded = newCommand('record.register', {} as never, {
      key: 'a',
      project_id: null,
      issued_by: 'crd_1',
      deadline: 5,
    });
    expect(bounded.deadline).toBe(5);
    expect(bounded.id).not.toBe(command.id);
  });
});
