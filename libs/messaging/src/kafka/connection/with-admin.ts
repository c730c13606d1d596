import { StartError, reasonOf } from '@service/platform/errors';
import kafkajs, { type Admin as Client, type Kafka } from 'kafkajs';
import type { Admin } from './port.js';

/** None of the brokers answers, or they refuse the login. */
class BrokersUnavailableError extends StartError {
  constructor(brokers: readonly string[], cause: unknown) {
    super(`No broker of KAFKA_BROKERS (${brokers.join(', ')}) answers: ${reasonOf(cause)}.`, { cause });
  }
}

/**
 * Opens a connection, works on it, and closes it.
 * @throws BrokersUnavailableError where no broker lets the client in.
 */
export async function withAdmin<Result>(
  kafka: Kafka,
  brokers: readonly string[],
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const client = kafka.admin();
  try {
    await client.connect().catch((error: unknown) => {
      throw new BrokersUnavailableError(brokers, error);
    });
    return await work(adminOf(client));
  } finally {
    await client.disconnect();
  }
}

function adminOf(client: Client): Admin {
  return {
    listTopics: () => client.listTopics(),
    async createTopics(topics) {
      // kafkajs gives up on leaders where a broker does not know the topic yet.
      await client.createTopics({ topics, waitForLeaders: false });
    },
    deleteTopics: (topics) => client.deleteTopics({ topics }),
    async addPartitions(topicPartitions) {
      await client.createPartitions({ topicPartitions });
    },
    offsets: (topic) => client.fetchTopicOffsets(topic),
    async partitions(topics) {
      const metadata = await client.fetchTopicMetadata({ topics: [...topics] });
      return metadata.topics.flatMap(({ name: topic, partitions }) =>
        partitions.map(({ partitionId: partition }) => ({ topic, partition })),
      );
    },
    async areLed(topics) {
      try {
        const metadata = await client.fetchTopicMetadata({ topics: [...topics] });
        return metadata.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0));
      } catch (error) {
        if (error instanceof kafkajs.KafkaJSError && error.retriable) return false;
        throw error;
      }
    },
    async listGroups() {
      const { groups } = await client.listGroups();
      return groups.map(({ groupId }) => groupId);
    },
    async members(groups) {
      const described = await client.describeGroups([...groups]);
      return new Map(described.groups.map(({ groupId, members }) => [groupId, members.length]));
    },
    async deleteGroups(groups) {
      await client.deleteGroups([...groups]);
    },
  };
}
