import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accessibilityFaults, overflow } from './accessibility.js';
import type { Visitor } from './visitor.js';

/** Where `npm run console:screenshots` wants a picture of each page. */
const PICTURES = process.env['SCREENSHOTS'];

/**
 * What is wrong with a page as it is now: at a desk in light and dark colours, and on a phone.
 * @param within the element to look at, as a selector; the whole page by default.
 */
export async function inspect(visitor: Visitor, name: string, within?: string): Promise<string[]> {
  const { page } = visitor;
  const faults: string[] = [];
  const part = within === undefined ? {} : { within };
  const look = async (size: 'desk' | 'phone', scheme: 'light' | 'dark', find: () => Promise<string[]>) => {
    await visitor.see({ size, scheme });
    faults.push(...(await find()).map((fault) => `${size} ${scheme}: ${fault}`));
    if (PICTURES === undefined) return;
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}-${size}-${scheme}.png`), fullPage: true });
  };
  const inspectAll = async (rules?: string[]) => [
    ...(await overflow(page)),
    ...(await accessibilityFaults(page, { ...part, rules })),
  ];
  await look('desk', 'light', () => inspectAll());
  // The other scheme changes nothing but colours, and a phone nothing but places.
  await look('desk', 'dark', () => accessibilityFaults(page, { ...part, rules: ['color-contrast'] }));
  await look('phone', 'light', () =>
    inspectAll(['target-size', 'scrollable-region-focusable', 'aria-hidden-focus']),
  );
  if (PICTURES !== undefined) await look('phone', 'dark', () => Promise.resolve([]));
  return faults;
}
