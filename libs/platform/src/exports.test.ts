import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { exportedText, type Export } from './exports.js';

const refusal = new Error('revoked');
const columns = { id: ({ id }: { id: string }) => id };

async function* pagesOf(...lengths: number[]): AsyncGenerator<{ id: string }[]> {
  for (const length of lengths) yield Array.from({ length }, (_, index) => ({ id: `=${index}` }));
}

const items = (lengths: number[], allowed = Infinity): Export<{ id: string }> => {
  let asked = 0;
  const requireAllowed = () => {
    if ((asked += 1) > allowed) throw refusal;
  };
  return { pages: pagesOf(...lengths), columns, requireAllowed };
};
const textOf = async (...of: Parameters<typeof exportedText<{ id: string }>>) =>
  Buffer.concat((await (await exportedText(...of)).toArray()) as Buffer[]).toString();

describe('an export', () => {
  it('has one line for each item of all pages, also after an empty one', async () => {
    expect(await textOf(items([1, 0, 2]))).toBe('{"id":"=0"}\n{"id":"=0"}\n{"id":"=1"}\n');
    expect(await textOf(items([0]))).toBe('');
  });

  it('is a table whose first row names the columns, also where there is no other', async () => {
    expect(await textOf(items([1]), 'csv')).toBe("id\r\n'=0\r\n");
    expect(await textOf(items([]), 'csv')).toBe('id\r\n');
  });

  it('stops reading where its reader goes while nothing is found', async () => {
    let read = 0;
    async function* nothing(): AsyncGenerator<{ id: string }[]> {
      for (; read < 1_000; read += 1) yield [];
    }
    const stream = await exportedText({ pages: nothing(), columns, requireAllowed: () => undefined });
    stream.destroy();
    await once(stream, 'close');
    expect(read).toBeLessThan(10);
  });

  it('is refused before its first chunk, and breaks off before a later one', async () => {
    await expect(exportedText(items([1], 0))).rejects.toBe(refusal);
    const stream = await exportedText(items([150], 1));
    await expect(stream.toArray()).rejects.toBe(refusal);
  });
});
