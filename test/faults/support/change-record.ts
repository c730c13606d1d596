import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@service/testing';
import { PATIENCE, type FaultyService } from './faulty-service.js';

/** Changes a record, however long the service takes: what it cannot answer for the moment is repeated. */
export async function changeRecord(
  service: FaultyService,
  id: string,
  transition: 'suspend' | 'reinstate',
): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  await eventually(async () => {
    const path = `/v1/records/${id}/${transition}`;
    expect((await service.as('admin').post(path, { reason: 'A test.' }, key)).status).toBe(200);
  }, PATIENCE);
}
