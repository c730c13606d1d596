import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { settingsMarkdown } from './settings-markdown.js';

it('docs/settings.md is the page of the settings table', () => {
  const page = resolve(import.meta.dirname, '../../../../docs/settings.md');
  expect(readFileSync(page, 'utf8')).toBe(settingsMarkdown());
});
