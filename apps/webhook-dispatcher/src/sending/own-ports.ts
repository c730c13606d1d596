import type { Settings } from '@service/platform';

type PortSettings = Pick<Settings, 'port' | 'adminPort' | 'kafkaPort' | 'kafkaBrokers' | 'databaseUrls'>;

const POSTGRES_PORT = 5_432;

/** The ports that the settings give the service, its brokers and its databases; one that is taken freely is not among them. */
export function ownPorts(settings: PortSettings): ReadonlySet<number> {
  const { port, adminPort, kafkaPort, kafkaBrokers = [], databaseUrls } = settings;
  return new Set([
    port,
    adminPort,
    kafkaPort,
    ...kafkaBrokers.map((broker) => Number(broker.split(':')[1])),
    ...Object.values(databaseUrls).map((url) => Number(new URL(url).port) || POSTGRES_PORT),
  ]);
}
