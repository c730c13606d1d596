import { describe, expect, it } from '@jest/globals';
import { readMessage } from './mcp-requests.js';

const read = (text: string) => readMessage(Buffer.from(text));

describe('a JSON-RPC id', () => {
  it.each(['9007199254740993', '-123456789012345678901234567890', '1e400', '7', '"a"', 'null'])(
    'of %s comes back as it was written',
    (id) => {
      const { message, restore } = read(`{"params":{"id":1,"list":[{"id":2}]},"\\u0069d" : ${id} }`);
      expect(restore(JSON.stringify({ result: { id: 3 }, id: message.id }))).toBe(
        `{"result":{"id":3},"id":${id}}`,
      );
    },
  );

  it.each([
    ['given twice', '{"id":9007199254740993,"id":9007199254740993}', 'id'],
    ['beside another number', '{"id":9007199254740993,"params":{"a":9007199254740993}}', 'params.a'],
    ['within a list', '[{"id":9007199254740993}]', '[0].id'],
    ['within arguments', '{"id":1,"params":{"id":9007199254740993}}', 'params.id'],
  ])('%s is refused', (_, text, field) =>
    expect(() => read(text)).toThrow(
      expect.objectContaining({ extras: { details: [expect.objectContaining({ field })] } }),
    ),
  );
});
