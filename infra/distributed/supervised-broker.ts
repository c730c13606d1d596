import { setTimeout as sleep } from 'node:timers/promises';
import { startBroker, type Broker, type BrokerOptions } from '../kafka/broker.ts';

/** Milliseconds before a restart. */
const PAUSE = 500;

/** A broker that is restarted when it ends unexpectedly. */
export class SupervisedBroker {
  private readonly options: BrokerOptions;
  private readonly onChange: (sentence: string) => void;
  private broker: Promise<Broker> | undefined;
  private stopping = false;

  constructor(options: BrokerOptions, onChange: (sentence: string) => void) {
    this.options = options;
    this.onChange = onChange;
  }

  /** @throws StartError where the first start fails. */
  async start(): Promise<Broker> {
    this.broker = startBroker(this.options);
    const broker = await this.broker;
    void this.keepRunning(broker);
    return broker;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const broker = await this.broker?.catch(() => undefined);
    await broker?.stop();
  }

  /** Undefined while it is down. */
  pid: number | undefined;

  private async keepRunning(first: Broker): Promise<void> {
    let broker: Broker | undefined = first;
    for (;;) {
      if (broker !== undefined) {
        this.pid = broker.pid;
        const { reason } = await broker.ended;
        this.pid = undefined;
        if (this.stopping) return;
        this.onChange(`Kafka ended (${reason}); it is started again.`);
      }
      await sleep(PAUSE);
      if (this.stopping) return;
      this.broker = startBroker(this.options);
      broker = await this.broker.catch((error: unknown) => {
        this.onChange((error as Error).message);
        return undefined;
      });
      if (broker !== undefined) this.onChange(`Kafka runs again as process ${broker.pid}.`);
    }
  }
}
