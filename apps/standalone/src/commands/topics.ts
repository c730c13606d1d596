import { KafkaNames, connectKafka, createTopics } from '@service/messaging';
import { StartError } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { loadEnvironments } from '@service/platform/settings';

try {
  for (const { environment, settings } of loadEnvironments(process.env)) {
    const { kafkaTopicPrefix, kafkaPartitions, kafkaReplication } = settings;
    const kafka = connectKafka({ settings, clientId: 'topics', logger: createLogger('warn') });
    const wanted = { partitions: kafkaPartitions, replication: kafkaReplication };
    const created = await createTopics(kafka, new KafkaNames(kafkaTopicPrefix, environment), wanted);
    process.stdout.write(`${environment}: ${created.length === 0 ? 'nothing to do' : created.join(', ')}.\n`);
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
