import { expect, it } from '@jest/globals';
import { readNotification } from './append-notifier.js';

it('a notification of an append names a log and a transaction', () => {
  expect(readNotification('record_store 42')).toEqual({ log: 'record_store', transaction: 42n });
});

it.each([
  '',
  'record_store',
  'record_store x',
  'record_store -1',
  'record_store 1 2',
  ' record_store 1',
  'record_store 1\n',
  `record_store ${'9'.repeat(30)}`,
  'elsewhere 1',
  'record_store_published.events;\tDROP\tTABLE\tx;\t-- 1',
])('%j is none, whoever sends it', (payload) => expect(readNotification(payload)).toBeNull());
