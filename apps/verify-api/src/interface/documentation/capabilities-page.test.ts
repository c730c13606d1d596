import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { catalogue } from '../catalogue/catalogue.js';
import { capabilitiesMarkdown } from './capabilities-page.js';

const page = capabilitiesMarkdown(catalogue);

/** Without what Prettier adds to tables. */
const plain = (text: string) => text.replaceAll(/-{3,}/g, '-').replaceAll(/[ ]+/g, ' ');

it('docs/capabilities.md is the page of the operations: `npm run docs` makes it', () => {
  const path = resolve(import.meta.dirname, '../../../../../docs/capabilities.md');
  expect(plain(readFileSync(path, 'utf8'))).toBe(plain(page));
});

it('the page of capabilities has each operation that a route serves, with what it needs', () => {
  for (const { name, summary } of catalogue) {
    expect([
      name,
      ['interactions.export', 'records.export', 'errors.explain'].includes(name) ||
        page.includes(`| ${summary} |`),
    ]).toEqual([name, true]);
  }
  expect(page).toContain('| `POST /v1/records/verify` | `verify` | Verify a record, with the evidence |');
  const routes = page.match(/`(?:GET|POST|PATCH|DELETE) .*?`/g) ?? [];
  expect(routes).toEqual([...new Set(routes)]);
  expect(page).toContain('| `GET /v1/usage` * | `read` or `audit` or `operator` |');
});
