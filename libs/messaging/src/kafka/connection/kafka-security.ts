import { readFileSync } from 'node:fs';
import { Socket, connect, isIP } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { isLoopbackHost } from '@service/platform/addresses';
import { StartError, reasonOf } from '@service/platform/errors';
import type { Settings } from '@service/platform/settings';

/** The settings that protect connections to Kafka. */
export type KafkaSecuritySettings = Pick<
  Settings,
  | 'kafkaTls'
  | 'kafkaTlsCaFile'
  | 'kafkaTlsCertFile'
  | 'kafkaTlsKeyFile'
  | 'kafkaSaslUsername'
  | 'kafkaSaslPasswordFile'
  | 'kafkaAllowPlaintext'
>;

interface Address {
  host: string;
  port: number;
  onConnect: () => void;
}
type SocketFactory = (address: Address) => Socket;

/** Milliseconds, as kafkajs' own. */
const KEEP_ALIVE_DELAY = 60_000;

/**
 * The options with which a client connects over TLS and logs in. Their files are read for each connection, so new
 * certificates and passwords need no restart; while a file cannot be used, the last usable content stays in use.
 * @throws StartError where a file cannot be used now.
 */
export function kafkaSecurity(settings: KafkaSecuritySettings) {
  const { kafkaTls, kafkaAllowPlaintext, kafkaSaslUsername: username, kafkaSaslPasswordFile } = settings;
  const socketFactory = kafkaTls ? encrypted(settings) : plain(kafkaAllowPlaintext);
  if (username === undefined || kafkaSaslPasswordFile === undefined) return { ssl: kafkaTls, socketFactory };
  const password = lastUsable('KAFKA_SASL_PASSWORD_FILE', () => passwordIn(kafkaSaslPasswordFile));
  // kafkajs reads the members of this very object at each login.
  const sasl = {
    mechanism: 'scram-sha-512' as const,
    username,
    get password() {
      return password();
    },
  };
  return { ssl: kafkaTls, sasl, socketFactory };
}

function encrypted({
  kafkaTlsCaFile,
  kafkaTlsCertFile,
  kafkaTlsKeyFile,
}: KafkaSecuritySettings): SocketFactory {
  const read = (path: string | undefined) => (path === undefined ? undefined : readFileSync(path));
  const context = lastUsable('KAFKA_TLS_CA_FILE, KAFKA_TLS_CERT_FILE or KAFKA_TLS_KEY_FILE', () =>
    createSecureContext({
      ca: read(kafkaTlsCaFile),
      cert: read(kafkaTlsCertFile),
      key: read(kafkaTlsKeyFile),
      minVersion: 'TLSv1.2',
    }),
  );
  return (address) => openTls(address, context());
}

function openTls({ host, port, onConnect }: Address, secureContext: SecureContext): Socket {
  // SNI names no IP address (RFC 6066 section 3); the certificate is compared with the address nevertheless.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket = connectTls({ host, port, secureContext, ...servername }, onConnect);
  return socket.setKeepAlive(true, KEEP_ALIVE_DELAY);
}

/** A broker on the loopback address may advertise others that are not. */
function plain(isAllowedEverywhere: boolean): SocketFactory {
  return ({ host, port, onConnect }) => {
    if (isAllowedEverywhere || isLoopbackHost(host)) {
      return connect({ host, port }, onConnect).setKeepAlive(true, KEEP_ALIVE_DELAY);
    }
    const why = `${host}:${port} is beyond the loopback address, so KAFKA_TLS must be on`;
    return new Socket().destroy(new Error(why));
  };
}

function passwordIn(path: string): string {
  const password = readFileSync(path, 'utf8').trim();
  if (password === '') throw new Error(`${path} is empty`);
  return password;
}

/**
 * Reads now, and again at each call; a call whose reading fails returns the last value.
 * @throws StartError where the first reading fails.
 */
function lastUsable<Value>(variable: string, read: () => Value): () => Value {
  let last: Value;
  try {
    last = read();
  } catch (error) {
    throw new StartError(`A file of ${variable} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
  return () => {
    try {
      last = read();
    } catch {
      // A file that is being replaced will be complete at the next connection.
    }
    return last;
  };
}
