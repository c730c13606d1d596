import { ServiceError } from '@service/contracts';
import { isLoopbackHost } from '@service/platform/addresses';
import type { Settings } from '@service/platform/settings';

type OriginSettings = Pick<Settings, 'consoleOrigin' | 'tlsCertFile' | 'trustedProxies'>;

/** The name that always means this machine, with any port: the service may have been given a free one. */
const LOCALHOST = /^localhost(?::\d{1,5})?$/i;

/**
 * The origin at which browsers reach the Console of an environment. Without `CONSOLE_ORIGIN` it is `localhost`, or, where
 * other machines can connect, unknown: the service cannot know the name that they use.
 */
export class ConsoleOrigin {
  private constructor(
    private readonly configured: URL | null,
    /** Whether only this machine connects. */
    private readonly isLocal: boolean,
  ) {}

  static of({ consoleOrigin, tlsCertFile, trustedProxies }: OriginSettings): ConsoleOrigin {
    const isLocal = tlsCertFile === undefined && trustedProxies.length === 0;
    return new ConsoleOrigin(consoleOrigin === undefined ? null : new URL(consoleOrigin), isLocal);
  }

  /** Whether its cookies travel by https only. */
  get isSecure(): boolean {
    return this.configured?.protocol === 'https:';
  }

  /**
   * The origin of a request.
   * @param host its `Host`, which a page that rebinds its name to this address cannot choose.
   * @throws ServiceError `session.console_closed`, `session.cross_site`.
   */
  ofRequest(host: string | undefined): string {
    if (this.configured !== null) {
      if (host?.toLowerCase() !== this.configured.host) throw wrongHost(this.configured.origin);
      return this.configured.origin;
    }
    if (!this.isLocal) throw new ServiceError('session.console_closed');
    const asked = host !== undefined && LOCALHOST.test(host) ? URL.parse(`http://${host}`) : null;
    if (asked === null) throw wrongHost('http://localhost');
    return asked.origin;
  }

  /** @throws ServiceError `session.console_closed`, `session.cross_site`. */
  ofLink(host: string | undefined): string {
    return this.ofRequest(this.configured?.host ?? localNameOf(host) ?? host);
  }

  /** The `localhost` URL for a loopback address, for which no passkey can be made; null for another host. */
  redirectOf(host: string | undefined, url: string): string | null {
    if (this.configured !== null || !this.isLocal) return null;
    const name = localNameOf(host);
    return name === null ? null : `http://${name}${url}`;
  }
}

/** The relying party of passkeys: the host alone. */
export function relyingParty(origin: string): string {
  return new URL(origin).hostname;
}

/** `localhost` with the port of a loopback address; null for anything else. */
function localNameOf(host: string | undefined): string | null {
  if (host === undefined || LOCALHOST.test(host)) return null;
  const asked = URL.parse(`http://${host}`);
  if (asked === null || !isLoopbackHost(asked.hostname)) return null;
  return `localhost${asked.port === '' ? '' : `:${asked.port}`}`;
}

function wrongHost(origin: string): ServiceError {
  return new ServiceError('session.cross_site', {
    message: `The Console is at ${origin}, and nowhere else.`,
  });
}
