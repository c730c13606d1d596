/** The members of an address that are taken, all of them texts. */
export type Texts<Name extends string> = { [Each in Name]?: string | undefined };

/** Takes the named members of an address, and nothing else. */
export function texts<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): Texts<Name> => {
    const known = names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    });
    return Object.fromEntries(known) as Texts<Name>;
  };
}

/** Reads the search part of an address: plain texts, where the router would read JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes it. */
export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '');
  const text = new URLSearchParams(set as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
}
