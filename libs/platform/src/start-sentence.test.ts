import { describe, expect, it } from '@jest/globals';
import { DatabaseUnavailableError } from './postgres/database-unavailable.js';
import { StartError } from './start-error.js';
import { startSentence } from './start-sentence.js';

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('the sentence of a failed start', () => {
  it('is that of an error that was made for it', () => {
    expect(startSentence(new StartError('Port 1 is taken.'))).toBe('Port 1 is taken.');
  });

  it.each([
    ['42501', 'permission denied for schema a', 'DATABASE_URL_<APP>'],
    ['28P01', 'password authentication failed for user "a"', 'DATABASE_URL_<APP>'],
    ['42P01', 'relation "a.b" does not exist', 'npm run migrate'],
    ['3D000', 'database "a" does not exist', 'DATABASE_URL'],
    ['53100', 'could not extend file', 'DATA_DIR'],
    ['57P03', 'the database system is starting up', 'DATABASE_URL'],
    ['EACCES', "EACCES: permission denied, open '/a'", '_FILE'],
  ])('names a setting for %s: %s', (code, message, setting) => {
    const error = coded(code, message);
    for (const thrown of [error, new DatabaseUnavailableError('away', { cause: error })]) {
      const sentence = startSentence(thrown);
      expect(sentence).toContain(`: ${message}. `);
      expect(sentence).toContain(setting);
      expect(sentence).not.toContain('\n');
    }
  });

  it('names a setting where the connection is lost', () => {
    const lost = new DatabaseUnavailableError('away', { cause: new Error('Connection terminated') });
    expect(startSentence(lost)).toMatch(/Connection terminated\. .*DATABASE_URL/);
  });

  it('is not there for an unexpected error', () => {
    expect([
      startSentence(new TypeError('a')),
      startSentence(coded('22012', 'a')),
      startSentence(null),
    ]).toEqual([null, null, null]);
  });
});
