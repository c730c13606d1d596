import type { Environment } from '@service/contracts';
import type { Settings } from '@service/platform/settings';

type OriginSettings = Pick<Settings, 'consoleOrigins' | 'tlsCertFile' | 'trustedProxies'>;

/**
 * The origin of an environment's Console; null where it is closed, since other machines can connect and no setting says
 * under which name.
 * @param port of the front door.
 */
export function consoleOriginOf(
  { consoleOrigins, tlsCertFile, trustedProxies }: OriginSettings,
  environment: Environment,
  port: number,
): string | null {
  const configured = consoleOrigins[environment];
  if (configured !== undefined) return new URL(configured).origin;
  return tlsCertFile === undefined && trustedProxies.length === 0 ? `http://localhost:${port}` : null;
}
