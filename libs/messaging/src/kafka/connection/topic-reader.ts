import { OutageLog } from '@service/platform/scheduling';
import {
  AssignerProtocol,
  type Consumer,
  type EachBatchPayload,
  type Kafka,
  type PartitionAssigner,
  type TopicPartitionOffset,
} from 'kafkajs';
import { partitionKey } from '../topic-partitions.js';
import type { Reader, ReaderOptions } from './port.js';

/** Milliseconds after which the partitions of a lost replica go to another; kept short. */
const SESSION_TIMEOUT = 6_000;
/** Milliseconds; also how soon a member learns of a rebalance. Until then, nobody reads the partitions that move. */
const GROUP_HEARTBEAT = 500;
/** The same in a group that no other member joins or leaves. */
const LONE_HEARTBEAT = 2_000;
const REBALANCE_TIMEOUT = 10_000;
/** Milliseconds that a fetch waits for messages; a stopping reader, and partitions that it gives up, wait for its end. */
const FETCH_WAIT = 500;
/** The same in a group with one member, where no partitions move. Heartbeats end a fetch sooner. */
const LONE_FETCH_WAIT = 1_000;
const RESTART_AFTER = 500;
const COMMIT_AFTER = 200;

/** A consumer that is replaced after any error. */
export class TopicReader implements Reader {
  private readonly outage: OutageLog;
  private consumer: Consumer | null = null;
  private stopping = false;
  private restart: NodeJS.Timeout | undefined;
  assigned = 0;
  private readonly done = new Map<string, TopicPartitionOffset>();
  private committing: NodeJS.Timeout | undefined;
  /** Milliseconds of the monotonic clock at which the next commit is due. */
  private commitAt = Infinity;
  /** By partition: messages that are not handled yet. */
  private readonly waiting = new Map<string, number>();

  constructor(
    private readonly kafka: Kafka,
    private readonly options: ReaderOptions,
  ) {
    this.outage = new OutageLog(options.logger, `The reader ${options.group}`);
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.begin(resolve));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restart);
    await this.commitNow();
    await this.consumer?.disconnect();
    this.consumer = null;
  }

  commit(next: TopicPartitionOffset, after = COMMIT_AFTER): void {
    this.done.set(partitionKey(next), next);
    const at = performance.now() + after;
    if (at >= this.commitAt) return;
    this.commitAt = at;
    clearTimeout(this.committing);
    this.committing = setTimeout(() => void this.commitNow(), after);
  }

  private async commitNow(): Promise<void> {
    clearTimeout(this.committing);
    this.commitAt = Infinity;
    const offsets = [...this.done.values()];
    this.done.clear();
    if (offsets.length > 0) await this.consumer?.commitOffsets(offsets).catch(() => undefined);
  }

  lag(): number {
    return [...this.waiting.values()].reduce((sum, waiting) => sum + waiting, 0);
  }

  private begin(started: () => void): void {
    const { group, from, topics, joining, reading, alone = false, partition } = this.options;
    const consumer = this.kafka.consumer({
      groupId: group,
      sessionTimeout: SESSION_TIMEOUT,
      heartbeatInterval: alone ? LONE_HEARTBEAT : GROUP_HEARTBEAT,
      rebalanceTimeout: REBALANCE_TIMEOUT,
      maxWaitTimeInMs: alone ? LONE_FETCH_WAIT : FETCH_WAIT,
      minBytes: 1,
      // One transaction that somebody leaves open would hold back all messages behind it. Codes decide what counts.
      readUncommitted: true,
      allowAutoTopicCreation: false,
      // kafkajs pauses longer before each restart by itself; here the pause stays short.
      retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 5, restartOnFailure: async () => false },
      ...(partition === undefined ? {} : { partitionAssigners: [ownPartition(partition)] }),
    });
    this.consumer = consumer;
    let over = false;
    const again = (cause: unknown) => {
      if (over) return;
      over = true;
      void consumer.disconnect().catch(() => undefined);
      if (this.stopping) return;
      this.outage.seen(cause);
      this.restart = setTimeout(() => this.begin(started), RESTART_AFTER);
    };
    consumer.on(consumer.events.CRASH, ({ payload }) => again(payload.error));
    let settled = false;
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      settled = false;
      this.waiting.clear();
      this.assigned = Object.values(payload.memberAssignment).flat().length;
      joining?.();
    });
    consumer.on(consumer.events.FETCH, () => {
      if (settled) return;
      settled = true;
      this.outage.over();
      reading?.();
      started();
    });
    const run = async () => {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: from === 'beginning' });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: 12,
        eachBatch: (payload) => this.take(payload),
      });
    };
    run().catch(again);
  }

  /** Keeps the group membership alive during a long batch. */
  private async take({ batch, heartbeat, resolveOffset, isRunning }: EachBatchPayload): Promise<void> {
    const beat = setInterval(() => void heartbeat().catch(() => undefined), GROUP_HEARTBEAT);
    const { topic, partition, messages } = batch;
    const key = partitionKey(batch);
    this.waiting.set(key, Number(batch.offsetLag()) + messages.length);
    try {
      await this.options.take({ topic, partition, messages, resolveOffset, isRunning });
      this.waiting.set(key, Number(batch.offsetLag()));
    } finally {
      clearInterval(beat);
    }
  }
}

/** Partition assigner of a group with one member, which reads one partition of each topic only. */
function ownPartition(partition: number): PartitionAssigner {
  const name = `own-partition-${partition}`;
  return () => ({
    name,
    version: 1,
    assign({ members, topics }) {
      const assignment = Object.fromEntries(topics.map((topic) => [topic, [partition]]));
      const memberAssignment = AssignerProtocol.MemberAssignment.encode({
        version: 1,
        assignment,
        userData: Buffer.alloc(0),
      });
      return Promise.resolve(members.map(({ memberId }) => ({ memberId, memberAssignment })));
    },
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
    }),
  });
}
