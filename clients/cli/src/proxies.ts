import * as http from 'node:http';
import { CommandError, reasonOf } from './errors.js';

const HERE = 'localhost,127.0.0.1,::1,[::1]';

/**
 * Sends the requests of this process through the proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, but those to this
 * machine. Node.js before 24.14 cannot. @throws CommandError where a proxy is no address of one.
 * @returns a function that ends it.
 */
export function obeyProxies(environment: NodeJS.ProcessEnv): () => void {
  const nothing = (): void => undefined;
  const { http_proxy, HTTP_PROXY, https_proxy, HTTPS_PROXY, no_proxy, NO_PROXY } = environment;
  const direct = no_proxy ?? NO_PROXY ?? '';
  if (!(http_proxy ?? HTTP_PROXY ?? https_proxy ?? HTTPS_PROXY) || direct === '*') return nothing;
  // Absent from older versions, whatever the types say.
  const { setGlobalProxyFromEnv: obey } = http as Partial<typeof http>;
  try {
    return obey?.({ ...environment, no_proxy: `${direct},${HERE}` }) ?? nothing;
  } catch (error) {
    throw new CommandError(`HTTP_PROXY or HTTPS_PROXY cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}
