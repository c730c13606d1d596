import { KafkaNames, connectKafka, createTopics, raisePartitions, topicsToRaise } from '@service/messaging';
import { StartError, endWithSentence } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { loadEnvironments, type EnvironmentSettings } from '@service/platform/settings';

const [action = 'create'] = process.argv.slice(2);

try {
  if (action !== 'create' && action !== 'raise')
    throw new StartError('Use `create`, which is the default, or `raise`.');
  for (const each of loadEnvironments(process.env)) {
    for (const sentence of await changeTopics(each, action)) {
      process.stdout.write(`${each.environment}: ${sentence}.\n`);
    }
  }
} catch (error) {
  endWithSentence(error);
}

/** Creates missing topics, and raises the partitions of the others where that is asked for; answers what was done. */
async function changeTopics(
  { environment, settings }: EnvironmentSettings,
  wanted: 'create' | 'raise',
): Promise<string[]> {
  const { kafkaTopicPrefix, kafkaPartitions: partitions, kafkaReplication: replication } = settings;
  const kafka = connectKafka({ settings, clientId: 'topics', logger: createLogger('warn') });
  const names = new KafkaNames(kafkaTopicPrefix, environment);
  const created = await createTopics(kafka, names, { partitions, replication });
  const raised = wanted === 'raise' ? await raisePartitions(kafka, names, partitions) : [];
  const done = [...created, ...raised.map((topic) => `${topic} has more partitions`)];
  // Not every broker may know a new topic yet.
  const old = names.all().filter((topic) => !created.includes(topic));
  const smaller = await topicsToRaise(kafka, names, partitions, old);
  const hint = `has fewer partitions than KAFKA_PARTITIONS; "npm run topics -- raise" raises them while no app runs`;
  return [
    done.length === 0 ? 'nothing to do' : done.join(', '),
    ...smaller.map((topic) => `${topic} ${hint}`).slice(0, 1),
  ];
}
