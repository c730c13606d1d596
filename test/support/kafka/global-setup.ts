import { openRun } from '../run/run-server.ts';
import { startKafka } from './start-kafka.ts';

/** Jest's global setup of the tests on Kafka. */
export default async function setUp(): Promise<void> {
  await startKafka();
  await openRun();
}
