/** Settings that differ between brokers. */
export interface ServerAddress {
  /** Address for clients. */
  host: string;
  /** Port for clients. */
  port: number;
  /** Port of the controller, which is the same process. */
  controllerPort: number;
  logDirectory: string;
  /** Protocol of the clients' port, and what it needs. */
  protocol: 'PLAINTEXT' | 'SASL_SSL';
  security: Record<string, string>;
}

/**
 * Settings of one node that is broker and controller, in the form of server.properties. The controller is on the
 * loopback address.
 */
export function serverProperties(address: ServerAddress): string {
  const { host, port, controllerPort, logDirectory, protocol, security } = address;
  const properties: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `${protocol}://${host}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `${protocol}://${host}:${port}`,
    'listener.security.protocol.map': `${protocol}:${protocol},CONTROLLER:PLAINTEXT`,
    ...security,
    'log.dirs': logDirectory,
    // A misspelt topic must fail, not be created.
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // After kill -9 the controller admits the broker only once the session of the killed one is over: 9 s by
    // default.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    // Memory: the cleaner alone takes 128 MB by default, and the whole index file of each partition is mapped.
    'log.cleaner.dedupe.buffer.size': 4_194_304,
    'log.index.size.max.bytes': 2_097_152,
  };
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  return `${lines.join('\n')}\n`;
}
