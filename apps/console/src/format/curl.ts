/** A call of the API. */
export interface CurlCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From `/v1/` on. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
}

/** The curl command of a call; the token is a shell variable, so that no command contains one. */
export function curlOf(origin: string, { method = 'GET', path, query = {}, body }: CurlCall): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  const parts = [
    `curl ${quoted(`${origin}${path}${search === '' ? '' : `?${search}`}`)}`,
    `-H "Authorization: Bearer $SERVICE_TOKEN"`,
  ];
  if (method !== 'GET' && !(method === 'POST' && body !== undefined)) parts.push(`-X ${method}`);
  if (body !== undefined)
    parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}

/** A text quoted for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
