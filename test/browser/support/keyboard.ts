import type { Page } from 'playwright-core';

/** Where the focus stopped. */
export interface Stop {
  /** The element's role or tag, and its name: `button Revoke`. */
  name: string;
  /** Whether the element is on the screen, in front, and shows that it has the focus. */
  shown: boolean;
}

/** What a page notes of a walk. */
interface Walk {
  stops: Stop[];
  /** Whether the focus has left the page, or is back where it was. */
  isOver: boolean;
}

/** Presses Tab until something of that name has the focus. */
export async function reach(page: Page, name: string): Promise<void> {
  const stops = await walk(page, name);
  if (stops.at(-1)?.name !== name)
    throw new Error(`No stop is “${name}”: ${stops.map((stop) => stop.name).join(', ')}`);
}

/** Presses Tab until the focus is back where it was, leaves the page, or is on what has the name. */
export async function walk(page: Page, until?: string, longest = 200): Promise<Stop[]> {
  await page.evaluate(follow);
  const session = await page.context().newCDPSession(page);
  const press = (type: 'rawKeyDown' | 'keyUp') =>
    session.send('Input.dispatchKeyEvent', { type, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
  try {
    for (;;) {
      // Several at once, unless one of them is to be the last.
      const presses = Array.from({ length: until === undefined ? 10 : 1 }, () => [
        press('rawKeyDown'),
        press('keyUp'),
      ]);
      await Promise.all(presses.flat());
      const { stops, isOver } = await page.evaluate(() => Reflect.get(window, 'walk') as Walk);
      if (isOver || stops.at(-1)?.name === until) return stops;
      if (stops.length >= longest)
        throw new Error(`The focus made ${longest} stops, the last at ${stops.at(-1)?.name}.`);
    }
  } finally {
    await session.detach();
  }
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

/** Runs in the page: notes each stop of the focus in `window.walk` when Tab is released. */
function follow(): void {
  document.querySelectorAll('[data-walked]').forEach((one) => one.removeAttribute('data-walked'));
  const isListening = Reflect.has(window, 'walk');
  Object.assign(window, { walk: { stops: [], isOver: false } satisfies Walk });
  if (isListening) return;
  window.addEventListener(
    'keyup',
    ({ key }) => {
      const walk = Reflect.get(window, 'walk') as Walk;
      if (key !== 'Tab' || walk.isOver) return;
      const stop = look();
      if (stop === null) walk.isOver = true;
      else walk.stops.push(stop);
    },
    true,
  );

  /** @returns null for the page itself, and for an element where the focus was already. */
  function look(): Stop | null {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return null;
    if (activeElement.hasAttribute('data-walked')) return null;
    activeElement.setAttribute('data-walked', '');
    const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    const labels = isField ? [...(activeElement.labels ?? [])] : [];
    const label =
      activeElement.getAttribute('aria-label') ??
      (labels.length > 0
        ? labels.map(({ textContent }) => textContent).join(' ')
        : activeElement.textContent);
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
}
