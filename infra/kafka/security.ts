import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@service/platform/errors';

const run = promisify(execFile);

/** The user of the service's processes, and that of the broker itself. */
const USERS = ['service', 'broker'] as const;
type User = (typeof USERS)[number];

/** What a broker needs to take only encrypted connections of users who log in. */
export interface BrokerSecurity {
  /** Lines of server.properties. */
  properties: Record<string, string>;
  /** Words for the storage tool, which makes the users. */
  users: string[];
  /** The settings of the service for this broker. */
  settings: { KAFKA_TLS: string } & Record<
    'KAFKA_TLS_CA_FILE' | 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD_FILE',
    string
  >;
}

/**
 * Makes an authority, the broker's certificate and the users' passwords, with the JDK's keytool; a second call finds
 * them.
 * @param java the command that starts Java.
 * @param host the address for clients, which the certificate names.
 */
export async function prepareSecurity(
  directory: string,
  java: string,
  host: string,
): Promise<BrokerSecurity> {
  const made = join(directory, 'security');
  const isMade = await access(made).then(
    () => true,
    () => false,
  );
  if (!isMade) await make(made, java, host);
  const read = async (name: string) => (await readFile(join(made, name), 'utf8')).trim();
  const [storePassword, ...passwords] = await Promise.all(['store', ...USERS].map((name) => read(name)));
  const passwordOf = (user: User) => passwords[USERS.indexOf(user)] ?? '';
  const login = `org.apache.kafka.common.security.scram.ScramLoginModule required username="broker" password="${passwordOf('broker')}";`;
  return {
    properties: {
      'inter.broker.listener.name': 'SASL_SSL',
      'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
      'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
      'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': login,
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': join(made, 'broker.p12'),
      'ssl.keystore.password': storePassword ?? '',
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': join(made, 'ca.pem'),
    },
    users: USERS.flatMap((user) => [
      '--add-scram',
      `SCRAM-SHA-512=[name=${user},password=${passwordOf(user)}]`,
    ]),
    settings: {
      KAFKA_TLS: 'on',
      KAFKA_TLS_CA_FILE: join(made, 'ca.pem'),
      KAFKA_SASL_USERNAME: 'service',
      KAFKA_SASL_PASSWORD_FILE: join(made, 'service'),
    },
  };
}

/** The authority's key is deleted at the end: nobody can make another certificate with it. */
async function make(made: string, java: string, host: string): Promise<void> {
  const draft = `${made}.tmp`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const secrets = ['store', ...USERS].map((name) => [name, randomBytes(24).toString('hex')] as const);
  for (const [name, secret] of secrets) await writeFile(join(draft, name), `${secret}\n`, { mode: 0o600 });
  const store = [
    '-keystore',
    join(draft, 'broker.p12'),
    '-storetype',
    'PKCS12',
    '-storepass',
    secrets[0]?.[1] ?? '',
  ];
  const key = ['-genkeypair', '-keyalg', 'EC', '-groupname', 'secp256r1', '-validity', '3650', ...store];
  const steps = [
    [...key, '-alias', 'ca', '-dname', 'CN=Local Kafka authority', '-ext', 'bc:c'],
    [
      ...key,
      '-alias',
      'broker',
      '-dname',
      'CN=127.0.0.1',
      '-signer',
      'ca',
      '-ext',
      `san=${[...new Set(['ip:127.0.0.1', `ip:${host}`])].join()},dns:localhost`,
    ],
    ['-exportcert', '-rfc', '-alias', 'ca', '-file', join(draft, 'ca.pem'), ...store],
    ['-delete', '-alias', 'ca', ...store],
  ];
  const keytool = join(dirname(java), 'keytool');
  for (const words of steps) {
    await run(keytool, words).catch((error: { stdout?: string; message: string }) => {
      const said = error.stdout?.trim().split('\n').at(-1) ?? error.message;
      throw new StartError(`keytool could not make the broker’s certificate: ${said}`);
    });
  }
  await rename(draft, made);
}
