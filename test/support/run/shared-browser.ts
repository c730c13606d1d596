import type { BrowserServer } from 'playwright-core';
import { findChromium } from '../chromium.ts';

let starting: Promise<BrowserServer> | undefined;

/** The address of the browser that all files of a run use, each in contexts of its own. Started when it is first asked
 *  for, because a start takes seconds. */
export async function takeSharedBrowser(): Promise<{ url: string }> {
  starting ??= start();
  try {
    return { url: (await starting).wsEndpoint() };
  } catch (error) {
    // The next file that asks tries again.
    starting = undefined;
    throw error;
  }
}

export async function endSharedBrowser(): Promise<void> {
  await (await starting?.catch(() => undefined))?.close();
  starting = undefined;
}

async function start(): Promise<BrowserServer> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no chromium.');
  // Only a run with browser tests loads it.
  const { chromium } = await import('playwright-core');
  // The run itself ends it, before its services. CI runs as root, whom Chromium gives no sandbox.
  return chromium.launchServer({
    executablePath,
    args: ['--no-sandbox'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
