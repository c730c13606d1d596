import { closeRun } from '../run/run-server.ts';
import { stopKafka } from './start-kafka.ts';

/** Jest's global teardown of the tests on Kafka: services go before what they run on. */
export default async function tearDown(): Promise<void> {
  try {
    await closeRun();
  } finally {
    await stopKafka();
  }
}
