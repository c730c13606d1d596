import type { Settings } from './load-settings.js';

type DecidingSettings = Pick<
  Settings,
  | 'deliveryLoopback'
  | 'tlsCertFile'
  | 'trustedProxies'
  | 'kafkaBrokers'
  | 'databaseUrl'
  | 'databaseOwnerUrl'
  | 'databaseAppUrls'
>;

/**
 * Whether development may deliver to the loopback address. With `auto`, only if the service listens on loopback alone
 * and runs its own servers: otherwise remote callers could reach whatever listens on this machine.
 */
export function allowsLoopbackDeliveries(settings: DecidingSettings): boolean {
  const { deliveryLoopback, tlsCertFile, trustedProxies, kafkaBrokers } = settings;
  if (deliveryLoopback !== 'auto') return deliveryLoopback === 'on';
  const { databaseUrl, databaseOwnerUrl, databaseAppUrls } = settings;
  const ownDatabases =
    databaseUrl === undefined && databaseOwnerUrl === undefined && Object.keys(databaseAppUrls).length === 0;
  return (
    tlsCertFile === undefined && trustedProxies.length === 0 && kafkaBrokers === undefined && ownDatabases
  );
}
