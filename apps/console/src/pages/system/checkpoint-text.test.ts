import { expect, it } from '@jest/globals';
import { readCheckpoint } from './checkpoint-text.js';

it('a checkpoint says whose it is, its size, its root and who signed it', () => {
  const text = 'log.example/dev\n42\nAAAA=\n\n— log.example/dev abc=\n— witness.example/w1 def=\n';
  expect(readCheckpoint(text)).toEqual({
    origin: 'log.example/dev',
    size: 42,
    root: 'AAAA=',
    signers: ['log.example/dev', 'witness.example/w1'],
  });
});

it.each(['', 'log\nmany\nAAAA=\n\n— a b\n', '<html>'])('%j is none', (text) => {
  expect(readCheckpoint(text)).toBeNull();
});
