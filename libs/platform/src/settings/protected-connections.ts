import { isLoopbackHost } from '../addresses/loopback.js';
import { variableOf } from './variable-of.js';

/** The settings of connections to brokers, databases and a collector of spans. */
interface ConnectionSettings {
  readonly kafkaBrokers: readonly string[] | undefined;
  readonly kafkaTls: boolean;
  readonly kafkaTlsCertFile: string | undefined;
  readonly kafkaSaslUsername: string | undefined;
  readonly kafkaAllowPlaintext: boolean;
  readonly databaseAllowPlaintext: boolean;
  readonly databaseOwnerUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly databaseAppUrls: Readonly<Record<string, string>>;
  readonly otlpEndpoint: string | undefined;
  readonly otlpHeaders: Readonly<Record<string, string>> | undefined;
}

/** One sentence for each unprotected connection beyond the loopback address, unless the settings allow it. */
export function findUnprotected(settings: ConnectionSettings): string[] {
  return [
    ...unprotectedBrokers(settings),
    ...unprotectedDatabases(settings),
    ...unprotectedCollector(settings),
  ];
}

/** Spans contain no secrets and may go to a nearby collector without TLS; a token may not. */
function unprotectedCollector({ otlpEndpoint, otlpHeaders }: ConnectionSettings): string[] {
  if (otlpEndpoint === undefined || otlpHeaders === undefined) return [];
  const { protocol, hostname } = new URL(otlpEndpoint);
  if (protocol === 'https:' || isLoopbackHost(hostname)) return [];
  return [
    'OTEL_EXPORTER_OTLP_HEADERS would be sent unencrypted, so OTEL_EXPORTER_OTLP_ENDPOINT must be an https URL, or on the loopback address.',
  ];
}

function unprotectedBrokers(settings: ConnectionSettings): string[] {
  const { kafkaBrokers = [], kafkaTls, kafkaSaslUsername, kafkaTlsCertFile, kafkaAllowPlaintext } = settings;
  const beyond = kafkaBrokers.filter((broker) => !isLoopbackHost(broker.replace(/:\d+$/, '')));
  const hasLogin = kafkaSaslUsername !== undefined || kafkaTlsCertFile !== undefined;
  if (beyond.length === 0 || kafkaAllowPlaintext || (kafkaTls && hasLogin)) return [];
  return [
    `KAFKA_BROKERS names ${beyond.join(', ')} beyond the loopback address, so KAFKA_TLS must be on, with KAFKA_SASL_USERNAME or KAFKA_TLS_CERT_FILE; KAFKA_ALLOW_PLAINTEXT=on allows connections without them.`,
  ];
}

function unprotectedDatabases(settings: ConnectionSettings): string[] {
  if (settings.databaseAllowPlaintext) return [];
  const urls = [
    ['DATABASE_OWNER_URL', settings.databaseOwnerUrl],
    ['DATABASE_URL', settings.databaseUrl],
    ...Object.entries(settings.databaseAppUrls).map(([app, url]) => [
      variableOf('DATABASE_URL_{APP}', app),
      url,
    ]),
  ] as const;
  return urls.flatMap(([variable, url]) =>
    url === undefined || isProtected(url)
      ? []
      : [
          `${variable} names a database beyond the loopback address, so it needs sslmode=verify-full, and sslrootcert=<file> where no public authority signed the server’s certificate; DATABASE_ALLOW_PLAINTEXT=on allows other connections.`,
        ],
  );
}

/**
 * Only `verify-full` is certain to check the server's certificate and name: pg itself treats weaker modes in its own
 * way, which its next release changes. Of a parameter that is given twice, pg reads the last.
 */
function isProtected(text: string): boolean {
  const url = new URL(text);
  const last = (name: string) => url.searchParams.getAll(name).at(-1);
  const host = last('host') ?? decodeURIComponent(url.hostname);
  return isLoopbackHost(host) || host.startsWith('/') || last('sslmode') === 'verify-full';
}
