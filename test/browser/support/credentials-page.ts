import type { Page } from 'playwright-core';
import { visit } from './places.js';
import { takeSecret } from './secret-once.js';

/** Issues a credential by the page. @returns its token, as it was shown once. */
export async function issueCredential(page: Page, name: string, project?: string): Promise<string> {
  await visit(page, '/credentials', project);
  await page.getByRole('button', { name: 'Issue credential' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue credential' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Read only' }).click();
  await dialog.getByRole('button', { name: 'Issue credential' }).click();
  return takeSecret(page, 'Token');
}
