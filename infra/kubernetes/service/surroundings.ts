import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSecrets, secret } from '../../chart/make-secrets.ts';
import { APPS } from '../../distributed/apps.ts';
import { startBroker, type Broker } from '../../kafka/broker.ts';
import { findFreePort } from '../../ports.ts';
import { NETWORK, type Cluster } from '../cluster/cluster.ts';
import { HOST } from './caller.ts';
import { Authority } from './certificates.ts';
import { DatabaseServer } from './database.ts';

/** Kafka's users of values-production.yaml; each has a Secret of its name. */
export const KAFKA_USERS = [...APPS, 'topics'];

/** What a release needs but does not contain: PostgreSQL and Kafka over TLS, certificates, and Secrets. */
export class Surroundings {
  readonly database: DatabaseServer;
  /** Certificate of the authority of all servers, in PEM. */
  ca = '';
  private readonly directory: string;
  private readonly authority: Authority;
  private broker: Broker | undefined;

  constructor(directory: string) {
    this.directory = directory;
    this.authority = new Authority(join(directory, 'authority'));
    this.database = new DatabaseServer(join(directory, 'database'));
  }

  /** Starts the servers on the address at which pods find this machine. */
  async start(): Promise<void> {
    const { host } = NETWORK;
    this.ca = await this.authority.create();
    const certificate = await this.authority.issue([`IP:${host}`]);
    const directory = join(this.directory, 'kafka');
    const port = await findFreePort();
    [this.broker] = await Promise.all([
      startBroker({ directory, host, port, secure: true }),
      this.database.start(host, NETWORK.pods, certificate),
    ]);
  }

  /** In the form of `kafka.brokers`. */
  get brokers(): string[] {
    return (this.broker?.brokers ?? '').split(',');
  }

  /** The only user of this broker; in production each app has its own user. */
  get kafkaUser(): string {
    return String(this.broker?.settings['KAFKA_SASL_USERNAME']);
  }

  /** Makes the Secrets of docs/kubernetes.md, and those that operators make in production. */
  async createSecrets(cluster: Cluster, namespace: string): Promise<number> {
    const { KAFKA_TLS_CA_FILE = '', KAFKA_SASL_PASSWORD_FILE = '' } = this.broker?.settings ?? {};
    const password = (await readFile(KAFKA_SASL_PASSWORD_FILE, 'utf8')).trim();
    const own = makeSecrets('records', this.database.hostFor(NETWORK.host));
    const owner = own.find(({ metadata }) => metadata.name === 'records-database-owner')?.stringData;
    await this.database.createOwner(owner?.['username'] ?? '', owner?.['password'] ?? '');
    const secrets = [
      ...own,
      secret('records-database-ca', 'Opaque', { 'ca.crt': this.ca }),
      secret('records-kafka-cluster-ca-cert', 'Opaque', {
        'ca.crt': await readFile(KAFKA_TLS_CA_FILE, 'utf8'),
      }),
      ...KAFKA_USERS.map((user) => secret(`records-${user}`, 'Opaque', { password })),
      secret('records-tls', 'kubernetes.io/tls', await this.newCertificate()),
    ];
    await cluster.create(namespace, ...secrets);
    return secrets.length;
  }

  /** The items of a Secret with a new certificate for the service. */
  async newCertificate(): Promise<Record<string, string>> {
    const { certificate, key } = await this.authority.issue([`DNS:${HOST}`]);
    return { 'tls.crt': certificate, 'tls.key': key };
  }

  async stop(): Promise<void> {
    await this.broker?.stop();
    await this.database.stop();
  }
}
