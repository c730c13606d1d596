/** The accepted search parameters, all of them strings. */
export type Texts<Name extends string> = { [Each in Name]?: string | undefined };

/** Accepts only the named search parameters. */
export function texts<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): Texts<Name> => {
    const known = names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    });
    return Object.fromEntries(known) as Texts<Name>;
  };
}

/** Parses a query string to strings; the router would parse JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes it. */
export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '');
  const text = new URLSearchParams(set as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
}
