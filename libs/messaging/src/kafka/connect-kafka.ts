import type { Logger } from '@service/platform/logging';
import { Kafka, logLevel, type LogEntry } from 'kafkajs';

export interface KafkaOptions {
  brokers: readonly string[];
  clientId: string;
  logger: Logger;
}

/** A client that goes on trying for as long as a broker is away. */
export function connectKafka({ brokers, clientId, logger }: KafkaOptions): Kafka {
  muteTimeoutWarning();
  return new Kafka({
    clientId,
    brokers: [...brokers],
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 8 },
    logLevel: logLevel.ERROR,
    // What it cannot do it throws; its log is for whoever looks closer.
    logCreator: () => (entry: LogEntry) => logger.debug({ kafka: entry.log, namespace: entry.namespace }),
  });
}

let muted = false;

/** kafkajs sets timers with negative delays (kafkajs#1751): harmless, and no concern of whoever runs this. */
function muteTimeoutWarning(): void {
  if (muted) return;
  muted = true;
  const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const [second] = rest;
    const name = typeof second === 'string' ? second : (second as { type?: string } | undefined)?.type;
    if (name !== 'TimeoutNegativeWarning') emit(warning, ...rest);
  };
}
