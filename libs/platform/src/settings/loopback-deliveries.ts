import type { Settings } from './load-settings.js';

type DecidingSettings = Pick<
  Settings,
  | 'deliveryLoopback'
  | 'tlsCertFile'
  | 'trustedProxies'
  | 'kafkaBrokers'
  | 'databaseUrls'
  | 'databaseOwnerUrls'
  | 'databaseAppUrls'
>;

/**
 * Whether development may deliver to the loopback address. By itself only where the service listens on loopback alone
 * and brings its own servers: elsewhere its callers are others, who could reach whatever listens on this machine.
 */
export function allowsLoopbackDeliveries(settings: DecidingSettings): boolean {
  const { deliveryLoopback, tlsCertFile, trustedProxies, kafkaBrokers } = settings;
  if (deliveryLoopback !== 'auto') return deliveryLoopback === 'on';
  const { databaseUrls, databaseOwnerUrls, databaseAppUrls } = settings;
  const ownDatabases = [databaseUrls, databaseOwnerUrls, databaseAppUrls].every(
    (urls) => Object.keys(urls).length === 0,
  );
  return (
    tlsCertFile === undefined && trustedProxies.length === 0 && kafkaBrokers === undefined && ownDatabases
  );
}
