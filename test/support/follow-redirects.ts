/** Follows redirects with cookies, as a browser does, up to an address that begins with `end`. @returns that address. */
export async function followRedirects(start: URL, end: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  while (!url.href.startsWith(end)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${response.status} ${await response.text()}`);
    url = new URL(next, url);
  }
  return url;
}
