import type { Logger } from '@service/platform/logging';
import { Kafka, logLevel, type LogEntry } from 'kafkajs';

export interface KafkaOptions {
  brokers: readonly string[];
  clientId: string;
  logger: Logger;
}

/** A client that retries for as long as no broker answers. */
export function connectKafka({ brokers, clientId, logger }: KafkaOptions): Kafka {
  muteTimeoutWarning();
  return new Kafka({
    clientId,
    brokers: [...brokers],
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 8 },
    logLevel: logLevel.ERROR,
    // The client throws its errors; its log is for debugging.
    logCreator: () => (entry: LogEntry) => logger.debug({ kafka: entry.log, namespace: entry.namespace }),
  });
}

let muted = false;

/** Hides a warning about timers of kafkajs with negative delays (kafkajs#1751), which are harmless. */
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
