import type { Page } from 'playwright-core';

/** Where the focus stopped. */
export interface Stop {
  /** The element's role or tag, and its name: `button Revoke`. */
  name: string;
  /** Whether the element is on the screen, in front, and shows that it has the focus. */
  shown: boolean;
}

/** Presses Tab until something of that name has the focus. */
export async function reach(page: Page, name: string): Promise<void> {
  const stops = await walk(page, name);
  if (stops.at(-1)?.name !== name)
    throw new Error(`No stop is “${name}”: ${stops.map((stop) => stop.name).join(', ')}`);
}

/** Presses Tab until the focus is back where it was, leaves the page, or is on what has the name. */
export async function walk(page: Page, until?: string, longest = 200): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(() =>
    document.querySelectorAll('[data-walked]').forEach((one) => one.removeAttribute('data-walked')),
  );
  while (stops.length < longest) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(look);
    if (stop === null) return stops;
    stops.push(stop);
    if (stop.name === until) return stops;
  }
  throw new Error(`The focus made ${longest} stops, the last at ${stops.at(-1)?.name}.`);
}

/** The name of what has the focus. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return '';
    const role = activeElement.getAttribute('role') ?? activeElement.tagName.toLowerCase();
    const label = activeElement.getAttribute('aria-label') ?? activeElement.textContent;
    return `${role} ${label.trim().replaceAll(/\s+/g, ' ')}`.trim();
  });
}

/** Runs in the page. @returns null for the page itself, and for an element where the focus was already. */
function look(): Stop | null {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return null;
  if (activeElement.hasAttribute('data-walked')) return null;
  activeElement.setAttribute('data-walked', '');
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  const labels = isField ? [...(activeElement.labels ?? [])] : [];
  const label =
    activeElement.getAttribute('aria-label') ??
    (labels.length > 0 ? labels.map(({ textContent }) => textContent).join(' ') : activeElement.textContent);
  const role = activeElement.getAttribute('role') ?? activeElement.tagName.toLowerCase();
  // A field may be drawn by what is around it.
  const drawn = [activeElement, activeElement.parentElement ?? activeElement].map((each) =>
    getComputedStyle(each),
  );
  const outlined = drawn.some(
    ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
  );
  const box = activeElement.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)];
  const front = document.elementFromPoint(x, y);
  const visible = front !== null && (activeElement.contains(front) || front.contains(activeElement));
  return {
    name: `${role} ${label.trim().replaceAll(/\s+/g, ' ')}`.trim(),
    shown: outlined && visible,
  };
}
