import { describe, expect, it } from '@jest/globals';
import { entriesFor, placesNamed, type Entry } from './entries.js';

const entry = (group: string, title: string, detail?: string): Entry => ({
  id: title,
  group,
  title,
  ...(detail === undefined ? {} : { detail }),
  go: { to: '/' },
});
const ENTRIES = [
  entry('Pages', 'Overview'),
  entry('Pages', 'Records'),
  entry('Actions', 'Register a record'),
  entry('Issuers', 'Recorder of Deeds', 'aut_1'),
  entry('Issuers', 'The Old Record Office', 'aut_2'),
];
const titles = (entries: readonly Entry[]) => entries.map(({ title }) => title);

describe('the entries for a text', () => {
  it('are all for none', () => {
    expect(entriesFor(' ', ENTRIES)).toEqual(ENTRIES);
  });

  it('begin with it, then have a word that does, each group together', () => {
    expect(titles(entriesFor('RECORD', ENTRIES))).toEqual([
      'Records',
      'Recorder of Deeds',
      'The Old Record Office',
      'Register a record',
    ]);
  });

  it('are found by their ids', () => {
    expect(titles(entriesFor('aut_2', ENTRIES))).toEqual(['The Old Record Office']);
  });

  it('are six of a group at most', () => {
    const many = Array.from({ length: 20 }, (_, index) => entry('People', `Ada ${index}`));
    expect(entriesFor('ada', many)).toHaveLength(6);
  });
});

describe('the place that a text names', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  it.each([
    ['', []],
    [' rec_01ABC ', [{ to: '/records/$id', params: { id: 'rec_01ABC' } }]],
    [
      'A'.repeat(64),
      [
        { to: '/verify', search: { digest } },
        { to: '/records', search: { content_digest: digest } },
      ],
    ],
    [
      'https://example/',
      [
        { to: '/records', search: { external_id: 'https://example/' } },
        { to: '/records', search: { origin_prefix: 'https://example/' } },
      ],
    ],
  ])('is read from %j', (text, places) => {
    expect(placesNamed(text).map(({ go }) => go)).toEqual(places);
  });
});
