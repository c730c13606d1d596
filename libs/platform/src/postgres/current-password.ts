import { readFileSync } from 'node:fs';

/**
 * The current password in the URL file of a database: a new one needs no restart. While the file is being replaced, the
 * last one read is used.
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
      // The file will be complete at the next connection.
    }
    return last;
  };
}

function passwordOf(text: string): string | undefined {
  const url = URL.parse(text);
  return url === null || url.password === '' ? undefined : decodeURIComponent(url.password);
}
