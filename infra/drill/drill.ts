import { join } from 'node:path';
import { waitFor } from '@service/platform/waiting';
import { ArchivedServer, type ServerIdentity } from './archived-server.ts';
import { copyWithoutKeys, requireIdle, requireNoKeys, requireWhole } from './check-copy.ts';
import { OutsideMonitor } from './outside-monitor.ts';
import { Registrant } from './registrant.ts';
import { Report, requireThat } from '../report.ts';
import { ServiceProcess } from './service-process.ts';
import { Subscriber } from './subscriber.ts';

/** Where a restore ends: at a moment before the last changes, or with all archived WAL. */
export type Target = 'point' | 'end';

/** Records that each phase registers. */
const EACH = 40;
/** Milliseconds in which a condition must come true, on a busy machine too. */
const PATIENCE = 60_000;

/** The drill of docs/backup.md: from a running service to one that goes on after its database was destroyed. */
export class Drill {
  private readonly report = new Report();
  private readonly database: ArchivedServer;
  private readonly registrant = new Registrant();
  private readonly subscriber = new Subscriber();
  private readonly monitor: OutsideMonitor;
  private readonly running: ServiceProcess[] = [];
  private readonly root: string;
  private readonly target: Target;
  private before: ServerIdentity | undefined;
  private until: string | null = null;
  /** Ids of the records that were registered before the moment, and after it. */
  private readonly early: string[] = [];
  private readonly late: string[] = [];

  /** @param root a directory of the drill. */
  constructor(root: string, target: Target) {
    this.root = root;
    this.target = target;
    this.database = new ArchivedServer(root);
    this.monitor = new OutsideMonitor(join(root, 'monitor'));
  }

  /** @throws ClaimFailed where something is not as the documentation says. */
  async run(): Promise<void> {
    const { report, database } = this;
    await this.subscriber.listen();
    await report.step('database server with a WAL archive', () => database.start().then(() => []));
    const original = this.service('data');
    await report.step('service started', () => this.begin(original));
    await report.step('backed up online', () => this.backUp(original));
    await report.step('more work', () => this.work(original));
    await report.step('archived', () => database.archiveAll().then(() => []));
    await report.step('destroyed', () => this.destroy(original));
    await report.step('restored', () => this.restore());
    await report.step('checked as a copy, without keys', () => this.checkCopy());
    if (this.target === 'point') {
      await report.step('started as the original', () => this.meetRefusal(original));
      await report.step('recovered', () => this.recover(original));
    }
    await report.step('goes on', () => this.goOn(original));
    report.total();
  }

  /** Ends whatever still runs. */
  async stop(): Promise<void> {
    for (const service of this.running) await service.end('SIGKILL');
    this.subscriber.close();
    await this.database.stop();
  }

  private async begin(original: ServiceProcess): Promise<string[]> {
    await original.start();
    await this.registrant.begin(original, this.subscriber.url);
    this.early.push(...(await this.registrant.register(original, EACH)));
    return [];
  }

  private async backUp(original: ServiceProcess): Promise<string> {
    const [ids] = await Promise.all([this.registrant.register(original, EACH), this.database.backUp()]);
    this.early.push(...ids);
    return `while ${ids.length} records were registered`;
  }

  private async work(original: ServiceProcess): Promise<string[]> {
    const { registrant, early, late, subscriber, database } = this;
    early.push(...(await registrant.register(original, EACH)));
    await this.delivered(early.length);
    // At the restored moment, the deliveries of these records wait; they are made before the server is
    // destroyed.
    subscriber.isAway = true;
    early.push(...(await registrant.register(original, EACH)));
    if (this.target === 'point') {
      const [row] = await database.run<{ now: string }>('SELECT clock_timestamp()::text AS now');
      this.until = row?.now ?? null;
    }
    subscriber.isAway = false;
    late.push(...(await registrant.register(original, EACH)));
    await this.delivered(early.length + late.length);
    return [
      ...(this.until === null ? [] : [`the moment to restore is ${this.until}`]),
      `${late.length} records after it, all delivered`,
      await this.monitor.look(original, 0),
    ];
  }

  private async destroy(original: ServiceProcess): Promise<string> {
    this.before = await this.database.identity();
    await original.end('SIGKILL');
    await this.database.destroy();
    return 'kill -9, and the data directory is gone';
  }

  private async restore(): Promise<string[]> {
    await this.database.restore(this.until);
    await this.makeDue();
    const { before } = this;
    const after = await this.database.identity();
    requireThat(
      before !== undefined && after.timeline > before.timeline,
      'the timeline rises with a restore',
    );
    requireThat(after.system === before?.system, 'the system identifier stays');
    return [
      `timeline ${before?.timeline} to ${after.timeline}, the same system identifier`,
      `next transaction ${before?.next_transaction} to ${after.next_transaction}`,
    ];
  }

  private async checkCopy(): Promise<string[]> {
    await copyWithoutKeys(join(this.root, 'data'), join(this.root, 'copy'));
    const copy = this.service('copy', { RESTORED_COPY: 'on' });
    const received = this.subscriber.received.length;
    await copy.start();
    await requireIdle(copy, this.early[0] ?? '');
    const here = new Set(await this.registrant.list(copy));
    const all = [...this.early, ...this.late];
    const lost = all.filter((id) => !here.has(id));
    const expected = this.target === 'point' ? this.late : [];
    requireThat(lost.join() === expected.join(), 'lost is what came after the moment, and nothing else');
    const said = await requireWhole(copy);
    const monitored = await this.monitor.look(copy, this.target === 'point' ? 1 : 0);
    await copy.end('SIGTERM');
    requireThat(this.subscriber.received.length === received, 'a copy delivers nothing');
    await requireNoKeys(join(this.root, 'copy'));
    return [
      ...said,
      `log monitor, from outside: ${monitored}`,
      `lost: ${lost.length} of ${all.length} records${lost.length > 0 ? `, ${lost[0]} and later` : ''}`,
      'no verification, no change, no delivery, no keys',
    ];
  }

  /** With the keys and the checkpoint outside of the database, the log does not go on by itself. */
  private async meetRefusal(original: ServiceProcess): Promise<string[]> {
    const received = this.subscriber.received.length;
    await original.start();
    await this.eventually('the log is refused', async () => {
      return (await original.metric('rvs_transparency_log_refused')) === 1;
    });
    const waiting = await this.database.run('SELECT FROM webhook_dispatcher.queues');
    await original.end('SIGTERM');
    const delivered = this.subscriber.received.length - received;
    requireThat(delivered === 0, 'nothing is delivered while the log is refused');
    return [
      'the log is refused, because a checkpoint outside of the database is ahead of it',
      `${waiting.length} deliveries wait`,
    ];
  }

  private async recover(original: ServiceProcess): Promise<string> {
    const { code, output } = await original.command('standalone/commands/recover.js', 'development');
    requireThat(code === 0, `recover succeeds: ${output}`);
    return output.split('\n')[0] ?? '';
  }

  private async goOn(original: ServiceProcess): Promise<string[]> {
    const { received } = this.subscriber;
    const before = received.length;
    await original.start();
    const ids = await this.registrant.register(original, EACH);
    await this.eventually('a new record is verified', async () => {
      const request = { record_id: ids[0] };
      const { status, body } = await original.ask('verify', 'POST', '/v1/records/verify', request);
      return status === 200 && body.evidence?.provenance.verified === true;
    });
    await this.eventually('nothing waits to be delivered', async () => {
      return (await this.database.run('SELECT FROM webhook_dispatcher.queues')).length === 0;
    });
    requireThat(received.length >= before + ids.length, 'new events are delivered');
    const monitor =
      this.target === 'point' ? new OutsideMonitor(join(this.root, 'new-monitor')) : this.monitor;
    const said = [
      `${ids.length} records registered and delivered, the first of them verified`,
      `deliveries that subscribers got twice: ${received.length - new Set(received).size}`,
      ...(await requireWhole(original)),
      `log monitor: ${await monitor.look(original, 0)}`,
    ];
    await original.end('SIGTERM');
    return said;
  }

  private service(directory: string, settings: NodeJS.ProcessEnv = {}): ServiceProcess {
    const service = new ServiceProcess({
      DATA_DIR: join(this.root, directory),
      DATABASE_OWNER_URL: this.database.ownerUrl,
      ...settings,
    });
    this.running.push(service);
    return service;
  }

  /** Makes every waiting delivery due now. */
  private async makeDue(): Promise<void> {
    await this.database.run(`UPDATE webhook_dispatcher.queues SET due = clock_timestamp() WHERE NOT leased`);
    await this.database.run('DELETE FROM webhook_dispatcher.endpoints');
  }

  private delivered(count: number): Promise<void> {
    return this.eventually(`${count} events are delivered`, async () => {
      await this.makeDue();
      return this.subscriber.received.length >= count;
    });
  }

  private async eventually(claim: string, holds: () => Promise<boolean>): Promise<void> {
    const came = await waitFor(async () => ((await holds()) ? true : undefined), PATIENCE, 50);
    requireThat(came === true, `${claim}, within ${PATIENCE / 1_000} s`);
  }
}
