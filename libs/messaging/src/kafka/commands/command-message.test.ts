import { describe, expect, it } from '@jest/globals';
import { ServiceError, UnavailableError } from '@service/contracts';
import { newCommand } from '../../commands/new-command.js';
import { arrived, garbled } from '../../testing/arrived.js';
import {
  awaitedBy,
  commandMessage,
  resultMessage,
  readCommand,
  readResult,
  refusalOf,
  replyOf,
  type CommandResult,
} from './command-message.js';

const command = newCommand(
  'project.create',
  { name: 'A project' },
  {
    key: 'prj_1',
    project_id: 'prj_1',
    issued_by: 'crd_1',
    traceparent: '00-1-2-01',
    tracestate: 'vendor=1',
  },
);
const replyTo = { replica: '5b0d1f52-0000-4000-8000-000000000000', partition: 11 };

describe('a command over Kafka', () => {
  it('arrives unchanged, with the partition and replica for its reply', () => {
    expect(readCommand(arrived(commandMessage(command, replyTo)))).toEqual({ command, replyTo });
  });

  it('stays in order with its aggregate’s others, and has the headers that tracers need', () => {
    const { key, headers } = commandMessage(command, replyTo);
    expect(key).toBe('prj_1');
    expect(headers).toMatchObject({
      type: command.type,
      command_id: command.id,
      traceparent: '00-1-2-01',
      tracestate: 'vendor=1',
    });
    const { headers: others } = commandMessage({ ...command, traceparent: null, tracestate: null }, replyTo);
    expect(Object.keys(others ?? {})).toEqual(['type', 'command_id', 'reply_to']);
  });

  const sound = arrived(commandMessage(command, replyTo));
  const holding = (changes: object) => ({ value: Buffer.from(JSON.stringify({ ...command, ...changes })) });

  it.each([
    ['without headers', garbled(sound, { headers: undefined })],
    ['without a place for its reply', garbled(sound, {}, { reply_to: undefined })],
    ['with no replica for its reply', garbled(sound, {}, { reply_to: '/1' })],
    ['with no partition for its reply', garbled(sound, {}, { reply_to: 'replica' })],
    ['with another partition for its reply', garbled(sound, {}, { reply_to: 'replica/-1' })],
    ['without a value', garbled(sound, { value: null })],
    ['whose value is no JSON', garbled(sound, { value: Buffer.from('{') })],
    ['whose value is null', garbled(sound, { value: Buffer.from('null') })],
    ['whose value is a number', garbled(sound, { value: Buffer.from('1') })],
    ['without an id', garbled(sound, holding({ id: undefined }))],
    ['with an empty id', garbled(sound, holding({ id: '' }))],
    ['without a type', garbled(sound, holding({ type: undefined }))],
    ['without an aggregate', garbled(sound, holding({ key: null }))],
    ['without a deadline', garbled(sound, holding({ deadline: undefined }))],
  ])('is invalid: %s', (_, message) => {
    expect(readCommand(message)).toBeNull();
  });
});

describe('a result over Kafka', () => {
  const travelled = (result: CommandResult) => readResult(arrived(resultMessage('cmd_1', replyTo, result)));

  it('arrives for the command and the replica that wait for it, in the replica’s partition', () => {
    const result = { reply: { version: 2 } };
    expect(resultMessage('cmd_1', replyTo, result).partition).toBe(11);
    const { replica } = replyTo;
    expect(awaitedBy(arrived(resultMessage('cmd_1', replyTo, result)))).toEqual({
      commandId: 'cmd_1',
      replica,
    });
    expect(travelled(result)).toEqual(result);
  });

  it.each([[{ version: 2 }], [null], [[1]], ['text'], [undefined]])('answers the reply %j', (reply) => {
    expect(replyOf(travelled({ reply }) as CommandResult)).toEqual(reply);
  });

  it('says whether it is that of an earlier command', () => {
    const result: CommandResult = { reply: 1, replayed: true };
    expect(travelled(result)).toEqual(result);
  });

  it('throws the refusal as the original error, with all members', () => {
    const refused = new ServiceError('record.not_found', { message: 'Nowhere.', existing_id: 'rec_1' });
    const result = travelled(refusalOf(refused)) as CommandResult;
    expect(() => replyOf(result)).toThrow(refused);
    const thrown = (() => {
      try {
        return replyOf(result);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(ServiceError);
    expect((thrown as ServiceError).toData()).toEqual(refused.toData());
  });

  it('has the cause of an unavailability', () => {
    const unavailable = new UnavailableError({
      cause: 'copy_behind',
      copy: 'record_store.authorities',
      behind_ms: 6_000,
    });
    const result = travelled(refusalOf(unavailable)) as CommandResult;
    expect(() => replyOf(result)).toThrow(expect.objectContaining({ why: unavailable.why }));
    expect(() => replyOf({ refusal: unavailable.toData() })).toThrow(unavailable.message);
  });

  it.each([
    ['none', undefined, { cause: 'unknown' }],
    ['one that is no object', 'x'.repeat(100_000), { cause: 'unknown' }],
    ['one without a name', { level: 60 }, { cause: 'unknown' }],
    ['one that is too long', { cause: 'c'.repeat(10_000) }, { cause: 'c'.repeat(200) }],
  ])('bounds the cause of an unavailability, such as %s', (_, why, read) => {
    const result = { refusal: { code: 'service.unavailable' }, why } as unknown as CommandResult;
    expect(() => replyOf(result)).toThrow(
      expect.objectContaining({ code: 'service.unavailable', why: read }),
    );
  });

  it('ignores a cause beside another refusal', () => {
    const result = { refusal: { code: 'record.not_found' }, why: { cause: 'x' } } as unknown as CommandResult;
    expect(() => replyOf(result)).toThrow(expect.objectContaining({ code: 'record.not_found' }));
  });

  it('keeps at most eight members of a cause', () => {
    const why = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`m${index}`, 1]));
    const result = {
      refusal: { code: 'service.unavailable' },
      why: { cause: 'x', ...why },
    } as unknown as CommandResult;
    try {
      replyOf(result);
    } catch (error) {
      expect(Object.keys((error as { why: object }).why)).toHaveLength(8);
    }
    expect.assertions(1);
  });

  const sound = arrived(resultMessage('cmd_1', replyTo, { reply: 1 }));
  it.each([
    ['without a value', garbled(sound, { value: null })],
    ['whose value is no JSON', garbled(sound, { value: Buffer.from('}') })],
    ['whose value is null', garbled(sound, { value: Buffer.from('null') })],
    ['whose value is a text', garbled(sound, { value: Buffer.from('"a"') })],
  ])('is invalid: %s', (_, message) => {
    expect(readResult(message)).toBeNull();
  });
});
