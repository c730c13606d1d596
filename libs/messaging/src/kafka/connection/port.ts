import type { Logger } from '@service/platform/logging';
import type { TopicPartition } from '../topic-partitions.js';

/** What the service needs of Kafka. Only the files beside this one know the client library. */
export interface Kafka {
  writer(options: { idempotent: boolean }): Writer;
  reader(options: ReaderOptions): Reader;
  /** Opens a connection, works on it, and closes it. */
  admin<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result>;
  /**
   * The last messages of a topic's first partition, oldest first.
   * @throws where the broker does not answer in time.
   */
  lastMessages(topic: string, count: number): Promise<ReceivedMessage[]>;
  /**
   * Deletes the groups of lone readers of earlier starts of this client that ended without `close`.
   * @param prefix of the groups' names.
   * @param emptyFor milliseconds for which they must be empty.
   */
  sweepGroups(prefix: string, emptyFor?: number): Promise<void>;
  /** Deletes the groups of the lone readers, which have stopped; gives up soon where the broker does not answer. */
  close(): Promise<void>;
}

export type MessageHeaders = Record<string, Buffer | string | (Buffer | string)[] | undefined>;

/** A message to be written. */
export interface Message {
  key?: Buffer | string | null;
  value: Buffer | string | null;
  headers?: MessageHeaders;
  /** If missing, the partition is chosen by the key. */
  partition?: number;
}

export interface ReceivedMessage {
  key: Buffer | null;
  value: Buffer | null;
  headers?: MessageHeaders;
  offset: string;
}

export interface TopicMessages {
  topic: string;
  messages: Message[];
}

/** Writes one batch after the other, and goes on after an error. */
export interface Writer {
  /** Resolves when all in-sync replicas have the messages; rejects where that is uncertain. */
  send(topicMessages: TopicMessages[]): Promise<void>;
  /** Connects before the next `send` has to; that `send` reports a failure. */
  connectAhead(): void;
  /** Resolves after the batch under way. */
  disconnect(): Promise<void>;
}

/** Messages of one partition, in order. */
export interface Batch extends TopicPartition {
  messages: readonly ReceivedMessage[];
  /** Reports that the messages up to this offset are handled. */
  resolveOffset(offset: string): void;
  /** False once the reader stops or has lost the partition. */
  isRunning(): boolean;
}

export interface ReaderOptions {
  /** The group's name, or the beginning of it where the reader is alone. */
  group: string;
  topics: readonly string[];
  /** Where a group without offsets begins. */
  from: 'beginning' | 'end';
  logger: Logger;
  /** Handles a batch and reports by `resolveOffset` how far it came. After a rejection the batch comes again. */
  take: (batch: Batch) => Promise<void>;
  /** Called when the group is joined or rejoined: without committed offsets, the messages in between are missed. */
  joining?: () => void;
  /** Called when the first offsets of this membership are fixed. */
  reading?: () => void;
  /** Whether the reader gets a group of its own for this start, which no other member joins. */
  alone?: boolean;
  /** If the reader is alone, the one partition that it reads of each topic. */
  partition?: number;
}

/** Reads topics as a member of a group, and rejoins the group after any error. */
export interface Reader {
  /** Partitions that this member reads. */
  readonly assigned: number;
  /** Resolves when the group is joined and the first fetch has ended, however long that takes. */
  start(): Promise<void>;
  /** Resolves after the batches under way. */
  stop(): Promise<void>;
  /**
   * Commits the offset of the next message soon, with all others that wait; the commit may be lost.
   * @param after milliseconds until the commit, at most. After a crash, messages since the last commit are read again.
   */
  commit(next: TopicPartition & { offset: string }, after?: number): void;
  /** Messages in this member's partitions that are not handled yet. */
  lag(): number;
}

export interface NewTopic {
  topic: string;
  numPartitions?: number;
  replicationFactor?: number;
  configEntries?: { name: string; value: string }[];
}

export interface Admin {
  listTopics(): Promise<string[]>;
  createTopics(topics: NewTopic[]): Promise<void>;
  deleteTopics(topics: string[]): Promise<void>;
  /** Raises partitions to a number for each topic. */
  addPartitions(topics: { topic: string; count: number }[]): Promise<void>;
  /** By partition of a topic, the offset of the first message and that of the next one. */
  offsets(topic: string): Promise<{ partition: number; low: string; high: string }[]>;
  /** All partitions of some topics. */
  partitions(topics: readonly string[]): Promise<TopicPartition[]>;
  /** Whether each partition of some topics has a leader among the brokers. */
  areLed(topics: readonly string[]): Promise<boolean>;
  listGroups(): Promise<string[]>;
  /** How many members each of some groups has. */
  members(groups: readonly string[]): Promise<Map<string, number>>;
  /**
   * Deletes groups.
   * @throws where one has members or does not exist; the others are deleted.
   */
  deleteGroups(groups: readonly string[]): Promise<void>;
}
