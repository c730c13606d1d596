import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, type CommandTypeOf } from '@service/contracts';
import { createLogger } from '@service/platform/logging';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { FakeTracer, SPAN_CONTEXT } from '../testing/fake-tracer.js';
import { CommandHandlers } from './command-handlers.js';
import { newCommand } from './new-command.js';

let log = '';
let tracer: FakeTracer;
let handlers: CommandHandlers;

beforeEach(() => {
  log = '';
  tracer = new FakeTracer();
  const logger = createLogger('info', { write: (line) => (log += line) });
  handlers = new CommandHandlers(
    {
      record: async ({ type, payload, traceparent }) => {
        if (type === 'record.amend')
          throw new ServiceError('record.already_exists', { existing_id: 'rec_1', message: 'Taken.' });
        if (type === 'record.suspend') throw new TypeError('nobody foresaw this');
        if (type === 'record.reinstate') throw new DatabaseUnavailableError('gone');
        return { type, traceparent, ...payload };
      },
    },
    { logger, tracer },
  );
});

const command = (type: CommandTypeOf<'record'> | 'project.create', issued_by = 'crd_1') =>
  newCommand(type, { origin: 'here' } as never, { key: 'rec_1', project_id: 'prj_1', issued_by });
const handle = (...given: Parameters<typeof command>) => handlers.handle(command(...given));

describe('a command', () => {
  it('is answered by the handler of its domain, within a span', async () => {
    const reply = { type: 'record.register', origin: 'here', traceparent: SPAN_CONTEXT.traceparent };
    expect(await handle('record.register')).toEqual(reply);
    expect(tracer.begun).toMatchObject([{ start: { name: 'handle record.register', kind: 'server' } }]);
  });

  it('of another owner is not handled', async () => {
    expect(handlers.types).not.toContain('project.create');
    await expect(handle('project.create')).rejects.toMatchObject({ why: { cause: 'command_not_handled' } });
  });

  it('is refused where its issuer may not issue it', async () => {
    const refused = handle('record.register', 'service:verify-api');
    await expect(refused).rejects.toMatchObject({ code: 'authentication.invalid' });
    expect(tracer.ends).toEqual([{ type: 'authentication.invalid', isFailure: false }]);
  });

  it('that is refused rejects with exactly this refusal, and is not logged', async () => {
    const refused = handle('record.amend');
    await expect(refused).rejects.toThrow(ServiceError);
    await expect(refused).rejects.toMatchObject({
      code: 'record.already_exists',
      message: 'Taken.',
      extras: { existing_id: 'rec_1' },
    });
    expect(log).toBe('');
  });

  it('that fails unexpectedly shows nothing of the error, which is logged', async () => {
    const failed = handle('record.suspend');
    await expect(failed).rejects.toMatchObject({ name: 'ServiceError', code: 'internal.error', extras: {} });
    expect(JSON.parse(log)).toMatchObject({ level: 'error', err: { message: 'nobody foresaw this' } });
  });

  it('whose owner has lost its database is unavailable', async () => {
    const why = { cause: 'database_unavailable', error: 'DatabaseUnavailableError: gone' };
    await expect(handle('record.reinstate')).rejects.toMatchObject({ code: 'service.unavailable', why });
    expect(log).toBe('');
  });
});
