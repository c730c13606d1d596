import { expect, it } from '@jest/globals';
import { EnvironmentDatabase } from './environment-database.js';

it('the ports of a database are those of its URLs, where none is named that of PostgreSQL', () => {
  const database = new EnvironmentDatabase('postgres://owner@db.example/records', {
    verify_api: 'postgres://api@db.example:6432/records',
    record_store: 'postgres://store@db.example:5432/records?sslmode=verify-full',
  });
  expect(database.ports).toEqual([5432, 6432]);
});
