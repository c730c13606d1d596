/** Requests JSON from a route that can also answer with text, such as CSV. */
export async function asJson<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<{ data?: Exclude<Data, string>; error?: unknown; response: Response }> {
  const { data, error, response } = await call;
  if (typeof data === 'string') throw new TypeError('The answer is text instead of JSON.');
  return data === undefined ? { error, response } : { data: data as Exclude<Data, string>, error, response };
}
