/** Sends a JSON request and returns its status, body and headers. */
export type Ask = <Answer>(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Answer; headers: Headers }>;

/** Sends requests to a port of the loopback address, with one credential. */
export function askAt(port: number, token: string): Ask {
  return async <Answer>(method: string, path: string, body?: object, headers?: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer, headers: response.headers };
  };
}
