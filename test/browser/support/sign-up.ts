import { settled } from './places.js';
import type { Passkeys, Visitor } from './visitor.js';

/** Follows an invitation and makes a passkey, by the page. */
export async function signUp(
  visitor: Visitor,
  link: string,
  { name = 'Ada Lovelace', address = 'ada@example.com' } = {},
): Promise<Passkeys> {
  const passkeys = await visitor.carryPasskeys();
  const { page } = visitor;
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Create passkey and continue' }).click();
  await page.waitForURL((url) => !url.pathname.includes('invitation'));
  await settled(page);
  return passkeys;
}
