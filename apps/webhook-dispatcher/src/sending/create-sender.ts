import type { Settings } from '@service/platform';
import { AddressGuard } from './address-guard.js';
import { DeliverySender } from './delivery-sender.js';

export interface SenderOptions {
  settings: Pick<Settings, 'port' | 'adminPort' | 'kafkaPort' | 'kafkaBrokers'>;
  /** Of the environment, wherever its server is. */
  databaseUrl: string;
  /** Whether the host itself may receive deliveries. */
  allowsLoopback: boolean;
}

/** What deliveries are sent by; nothing is sent to a port of the service, its database or its brokers. */
export function createSender({ settings, databaseUrl, allowsLoopback }: SenderOptions): DeliverySender {
  const { port, adminPort, kafkaPort, kafkaBrokers = [] } = settings;
  const brokers = kafkaBrokers.map((broker) => Number(broker.slice(broker.lastIndexOf(':') + 1)));
  const database = Number(new URL(databaseUrl).port || 5_432);
  const own = new Set([port, adminPort, kafkaPort, database, ...brokers]);
  return new DeliverySender({
    guard: new AddressGuard({ allowed: [], allowsLoopback, isOwnPort: (each) => own.has(each) }),
  });
}
