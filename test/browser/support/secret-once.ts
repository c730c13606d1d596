import type { Page } from 'playwright-core';

/** Takes a secret from the dialog that shows it once, and closes the dialog as somebody does who has copied it. */
export async function takeSecret(page: Page, label: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.getByLabel(label, { exact: true }).first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  const anyway = dialog.getByRole('button', { name: 'Close without it' });
  await anyway.click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
}
