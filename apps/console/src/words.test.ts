import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

/** Phrases that readers had to read twice. Each has a plain word beside it. */
const BANNED: Readonly<Record<string, string>> = {
  'What may be done now': 'Actions',
  'What it says': 'Details',
  'title="What it is': 'Details',
  'there are more,': 'more follow',
  'Given up': 'Failed',
  'is on its way': 'queued',
  'for nothing': 'is invalid',
  'tell the others': 'alert your security team',
  'the tree of': 'log size',
  'asks no one': 'none configured',
  'Mail address': 'Email',
  'and enter': 'and continue',
  'for ever': 'forever',
  'There is nothing here': 'Page not found',
  'endpoint rests': 'endpoint paused after errors',
  '/> more': 'expires in',
  'Make a passkey': 'Create passkey',
  "title: 'Took'": 'Duration',
  "title: 'About'": 'Subject',
  'title="Refusals': 'Rejected requests',
  'title="History': 'Versions of a record, Activity for requests, Log',
  "'History'": 'Versions of a record, Activity for requests, Log',
  ', salted': 'kept beside the signed versions',
  'nothing more can be done': 'name what still can',
  'did not say this': 'name what was found',
  'valid at the time': 'authority valid then',
  'What only read': 'Reads … are hidden',
  'elements from then on': 'Records issued or changed from then on are not valid',
};

it('says all in plain words', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
    const shown = text.replaceAll(/\/\*\*.*?\*\/|\/\/.*?$/gms, '');
    return Object.keys(BANNED).flatMap((phrase) => (shown.includes(phrase) ? [`${file}: ${phrase}`] : []));
  });
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
