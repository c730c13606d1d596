import type { Settings } from '@service/platform/settings';

type OriginSettings = Pick<Settings, 'consoleOrigin' | 'tlsCertFile' | 'trustedProxies'>;

/**
 * The origin of the Console; null where it is closed, since other machines can connect and no setting says under which name.
 * @param port of the HTTP API.
 */
export function consoleOriginOf(
  { consoleOrigin, tlsCertFile, trustedProxies }: OriginSettings,
  port: number,
): string | null {
  if (consoleOrigin !== undefined) return new URL(consoleOrigin).origin;
  return tlsCertFile === undefined && trustedProxies.length === 0 ? `http://localhost:${port}` : null;
}
