import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { checkInput } from './inputs/check-input.js';
import { ReasonBody } from './inputs/reason.body.js';
import { change, identified } from './identified-input.js';
import type { InputClass } from './inputs/member-shapes.js';

const Revocation = change('record_id', ReasonBody);

const read = (input: InputClass<object>, members: object) =>
  new Promise((resolve) => resolve(checkInput(input, members)));

describe('the input of an operation on something that has an id', () => {
  it('holds the id beside the members of a body', async () => {
    const input = await read(Revocation, { record_id: 'rec_1', reason: 'r', expected_version: 2 });
    expect(input).toEqual({ record_id: 'rec_1', reason: 'r', expected_version: 2 });
    expect(await read(identified('event_id'), { event_id: 'evt_1' })).toEqual({ event_id: 'evt_1' });
  });

  it('is for any version if it names none', async () => {
    const input = { record_id: 'rec_1', reason: 'r', expected_version: null };
    expect(await read(Revocation, { record_id: 'rec_1', reason: 'r' })).toEqual(input);
  });

  it.each<[object, string]>([
    [{ reason: 'r' }, 'record_id'],
    [{ record_id: '', reason: 'r' }, 'record_id'],
    [{ record_id: 'rec_1' }, 'reason'],
    [{ record_id: 'rec_1', reason: 'r', expected_version: 0 }, 'expected_version'],
    [{ record_id: 'rec_1', reason: 'r', other: 1 }, 'other'],
  ])('is refused for %j', async (members, field) => {
    await expect(read(Revocation, members)).rejects.toMatchObject({
      code: 'request.invalid',
      extras: { details: [{ field }] },
    });
  });

  it('adds nothing to the body itself', async () => {
    await expect(read(ReasonBody, { reason: 'r', record_id: 'rec_1' })).rejects.toMatchObject({
      extras: { details: [{ field: 'record_id' }] },
    });
  });
});
