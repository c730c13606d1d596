import { findChromium } from '../../support/chromium.js';
import { runProgram } from './run-program.js';

/**
 * A function that loads a page without a window and returns its elements as text; null if no Chromium is installed.
 * @throws Error if `CHROMIUM=required` and no Chromium is installed.
 */
export function pageLoader(): ((file: string, profile: string) => Promise<string>) | null {
  const chromium = findChromium();
  if (chromium === null) return null;
  return async (file, profile) => {
    const words = ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
    const { stdout, stderr } = await runProgram(chromium, [...words, '--dump-dom', `file://${file}`]);
    if (stdout === '') throw new Error(stderr);
    return stdout;
  };
}
