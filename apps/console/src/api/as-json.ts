/** A call whose route can also answer a text, such as a table, if it is asked for one; this one asks for none. */
export async function asJson<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<{ data?: Exclude<Data, string>; error?: unknown; response: Response }> {
  const { data, error, response } = await call;
  if (typeof data === 'string') throw new TypeError('A text was answered where JSON was asked for.');
  return data === undefined ? { error, response } : { data: data as Exclude<Data, string>, error, response };
}
