/** Identifies the database of a postgres:// URL: host, port and name, without the login. */
export function databaseIdentity(postgresUrl: string): string {
  const url = new URL(postgresUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = url.searchParams.get('port') ?? (url.port === '' ? '5432' : url.port);
  return `${host.toLowerCase()}:${port}${url.pathname}`;
}
