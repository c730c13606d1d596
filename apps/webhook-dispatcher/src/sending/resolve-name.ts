import { Resolver } from 'node:dns/promises';
import { LOCAL_NAME } from './address-guard.js';

/** All addresses of a name, or an empty list. Rejects where no name server answers. */
export type ResolveName = (name: string) => Promise<string[]>;

/** Milliseconds to wait for a name server, and number of attempts. */
const [PATIENCE_MS, TRIES] = [2_000, 2];
/** Answers that say that a name, or an address of this version, does not exist. */
const EMPTY = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Asks the system's name servers. The system's resolver is not used: a slow name server would block its few threads for
 * all endpoints, and it would resolve names of the local network.
 * @param servers other name servers, addresses with ports.
 */
export function createResolver(servers: readonly string[] = []): ResolveName {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    if (name === LOCAL_NAME) return ['127.0.0.1', '::1'];
    const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const failed = asked.find((each) => each.status === 'rejected' && !isEmpty(each.reason));
    if (found.length === 0 && failed?.status === 'rejected') throw failed.reason;
    return found;
  };
}

function isEmpty(error: unknown): boolean {
  return EMPTY.has((error as NodeJS.ErrnoException).code ?? '');
}
