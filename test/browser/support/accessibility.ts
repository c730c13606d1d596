import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Where axe looks, as a selector, and for what: by default on the whole page for all. */
interface Scope {
  within?: string;
  rules?: string[] | undefined;
}

/** What axe finds on a page as it is now: the rule, and the elements that break it. */
export async function accessibilityFaults(
  page: Page,
  { within = 'html', rules = TAGS }: Scope = {},
): Promise<string[]> {
  // By the debugger, which no content security policy stops.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const options: RunOptions = { resultTypes: ['violations'], runOnly: rules };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join(' ');
      return `${id}: ${target.join(' ')} (${why})`;
    }),
  );
}

/** What a page shows beyond its right edge: nothing, if nobody has to scroll sideways. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= window.innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > window.innerWidth + 0.5;
    });
    const names = wide.slice(0, 5).map(({ tagName, className }) => `${tagName} ${className}`);
    return [`${scrollWidth} of ${window.innerWidth} px: ${names.join(', ')}`];
  });
}
