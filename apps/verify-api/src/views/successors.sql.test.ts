import { beforeAll, describe, expect, it } from '@jest/globals';
import { digestText, hashElement, nextSlot, encodeHex } from '@service/evidence';
import { databaseOfFile } from '@service/testing/fixtures';
import { sampleAuthority, sampleRow } from '../testing/sample-record.js';
import { leafIndexSql, successorSlotSql } from './successors.sql.js';

const database = databaseOfFile();

const slotOf = async (text: string, digest: string = digestText(text)): Promise<string | null> => {
  const { rows } = await database.pool.query<{ slot: string | null }>(
    `SELECT encode(${successorSlotSql('$1::text', '$2::text')}, 'hex') AS slot`,
    [text, digest],
  );
  return rows[0]?.slot ?? null;
};

describe('the slot of a successor, computed in a statement', () => {
  it('is that of the verifiers, for texts with any characters', async () => {
    const salts = [0, 251, 255].map((byte) => Buffer.alloc(16, byte).toString('base64url'));
    const tricky = salts.map(
      (salt) => hashElement({ origin: '"salt":"AAAAAAAAAAAAAAAAAAAAAA" \\" é😀\u2028', salt }).text,
    );
    const texts = [...sampleRow(sampleAuthority()).elements.map(({ text }) => text), ...tricky];
    for (const text of texts) {
      const { salt } = JSON.parse(text) as { salt: string };
      expect(await slotOf(text)).toBe(encodeHex(nextSlot({ salt, digest: digestText(text) })));
    }
  });

  it.each(['', 'no JSON', '{}', '{"salt":null}', '{"salt":"short"}', `{"salt":"${'*'.repeat(22)}"}`])(
    'is null, and no error, for the edited text %j',
    async (text) => expect(await slotOf(text)).toBeNull(),
  );

  it.each(['', 'sha256:', `sha256:${'g'.repeat(64)}`])(
    'is null, and no error, for the digest %j',
    async (digest) => {
      const [first] = sampleRow(sampleAuthority()).elements;
      expect(await slotOf(first?.text ?? '', digest)).toBeNull();
    },
  );
});

describe('the leaf with a slot', () => {
  beforeAll(async () => {
    await database.pool.query(`
      CREATE SCHEMA record_store_published;
      CREATE TABLE record_store_published.log_leaves (index bigint, slot bytea);
      CREATE TABLE record_store_published.log_state (size bigint);
      INSERT INTO record_store_published.log_leaves
        VALUES (7, '\\x01'), (9, '\\x02'), (3, '\\x02'), (1000000, '\\x03'), (10, '\\x04');
      INSERT INTO record_store_published.log_state VALUES (10)`);
  });

  const indexOf = async (slot: string | null): Promise<number | null> => {
    const { rows } = await database.pool.query<{ index: number | null }>(
      `SELECT ${leafIndexSql('$1::bytea')} AS index`,
      [slot],
    );
    return rows[0]?.index ?? null;
  };

  it.each([
    ['is found by the slot', '\\x01', 7],
    ['is the first of two', '\\x02', 3],
    ['lies below every tree where it was moved beyond the end of the log', '\\x03', -1],
    ['lies below every tree where it was moved to the end of the log', '\\x04', -1],
    ['is none where there is none', '\\x05', null],
    ['is none for no slot', null, null],
  ])('%s', async (_, slot, expected) => expect(await indexOf(slot)).toBe(expected));

  it('lies below every tree where the log does not tell its size', async () => {
    await database.pool.query('DELETE FROM record_store_published.log_state');
    expect(await indexOf('\\x01')).toBe(-1);
  });
});
