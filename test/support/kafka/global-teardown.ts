import { kafka } from '../driver.ts';
import { endSharedService } from '../shared/share-service.ts';
import { stopKafka } from './start-kafka.ts';

/** Jest's global teardown of the tests on Kafka: the service goes before what it runs on. */
export default async function tearDown(): Promise<void> {
  await endSharedService(kafka);
  await stopKafka();
}
