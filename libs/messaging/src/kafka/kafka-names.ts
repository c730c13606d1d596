import type { Environment } from '@service/contracts';
import type { EventLogName } from '../events/event-feed.js';
import { LOG_DOMAINS } from '../events/event-domains.js';

/** The interaction history has commands, and no events. */
const HISTORY = 'history';

/** Names of one environment's topics and groups: `<prefix><environment>.<domain>.<kind>`. */
export class KafkaNames {
  private readonly start: string;

  constructor(prefix: string, environment: Environment) {
    this.start = `${prefix}${environment}`;
  }

  events(domain: string): string {
    return `${this.start}.${domain}.events`;
  }

  /** The topics of a log's events. */
  eventsOf(log: EventLogName): string[] {
    return LOG_DOMAINS[log].map((domain) => this.events(domain));
  }

  commands(domain: string): string {
    return `${this.start}.${domain}.commands`;
  }

  get replies(): string {
    return `${this.start}.gateway.replies`;
  }

  /** Topic of the messages that could not be applied, with their cause. */
  get deadLetters(): string {
    return `${this.start}.dead.letters`;
  }

  /** Topic of the transparency log's checkpoints: one partition, in order. */
  get logCheckpoints(): string {
    return `${this.start}.log.checkpoints`;
  }

  group(name: string): string {
    return `${this.start}.${name}`;
  }

  /** Every topic of the environment. */
  all(): string[] {
    const domains = Object.values(LOG_DOMAINS).flat();
    return [
      ...domains.map((domain) => this.events(domain)),
      ...[...domains, HISTORY].map((domain) => this.commands(domain)),
      this.replies,
      this.deadLetters,
      this.logCheckpoints,
    ];
  }
}
