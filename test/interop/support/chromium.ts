import { runProgram } from './run-program.js';

/**
 * A function that loads a page without a window and returns its elements as text; null, with a warning, if no Chromium
 * is installed.
 * @throws Error if `CHROMIUM=required` and no Chromium is installed.
 */
export async function pageLoader(): Promise<((file: string, profile: string) => Promise<string>) | null> {
  const found = await runProgram('chromium', ['--version']).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (!found) {
    if (process.env['CHROMIUM'] === 'required') throw new Error('There is no chromium.');
    process.stderr.write('The browser is left out: there is no chromium (apt-get install chromium).\n');
    return null;
  }
  return async (file, profile) => {
    const words = ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
    const { stdout, stderr } = await runProgram('chromium', [...words, '--dump-dom', `file://${file}`]);
    if (stdout === '') throw new Error(stderr);
    return stdout;
  };
}
