import { kafkaIsAtHand } from '../../../infra/kafka/at-hand.ts';

/** Says, in one line, that the tests on Kafka are not run. */
export async function sayLeftOut(): Promise<void> {
  if (process.env['KAFKA_BROKERS'] !== undefined || (await kafkaIsAtHand())) return;
  process.stderr.write(
    'Left out: the end-to-end tests on Kafka, which need KAFKA_BROKERS, or Java 17 and Maven.\n',
  );
}
