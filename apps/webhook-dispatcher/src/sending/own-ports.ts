import type { Settings } from '@service/platform/settings';

type PortSettings = Pick<Settings, 'port' | 'adminPort' | 'kafkaPort' | 'kafkaBrokers' | 'databaseUrls'>;

const POSTGRES_PORT = 5_432;

/**
 * The ports of the service, its brokers and its databases, without ports that the system chooses, as with `PORT=0`.
 * @param foundUrls databases that no setting names.
 */
export function ownPorts(settings: PortSettings, foundUrls: readonly string[] = []): ReadonlySet<number> {
  const { port, adminPort, kafkaPort, kafkaBrokers = [], databaseUrls } = settings;
  return new Set([
    port,
    adminPort,
    kafkaPort,
    ...kafkaBrokers.map((broker) => Number(broker.split(':')[1])),
    ...[...Object.values(databaseUrls), ...foundUrls].map(
      (url) => Number(new URL(url).port) || POSTGRES_PORT,
    ),
  ]);
}
