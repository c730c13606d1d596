import { readFileSync } from 'node:fs';

/**
 * The password of a database's URL, as the file that gives the URL has it now: a new one needs no restart. A file that is
 * being replaced leaves the one that was read before.
 * @param variable of the URL, which `<variable>_FILE` names the file of.
 * @returns undefined where no file gives the URL.
 */
export function currentPassword(
  { variable, url }: { variable: string; url: string },
  variables: NodeJS.ProcessEnv = process.env,
): (() => string) | undefined {
  const path = variables[`${variable}_FILE`];
  if (path === undefined) return undefined;
  let last = passwordOf(url) ?? '';
  return () => {
    try {
      last = passwordOf(readFileSync(path, 'utf8').trim()) ?? last;
    } catch {
      // The file is whole at the next connection.
    }
    return last;
  };
}

function passwordOf(text: string): string | undefined {
  const url = URL.parse(text);
  return url === null || url.password === '' ? undefined : decodeURIComponent(url.password);
}
