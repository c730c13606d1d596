import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../distributed/apps.ts';
import { StartError } from '@service/platform/errors';
import { waitFor } from '@service/platform/waiting';
import { Report, requireThat } from '../report.ts';
import { runProgram } from '../run-program.ts';
import { toolPath } from '../tools/tools.ts';
import { DockerEngine } from './docker.ts';
import { Images } from './images.ts';
import { runOnEngine } from './run-on-engine.ts';

/** Milliseconds until the record is there. */
const PATIENCE = 300_000;
/** Run within the container of verify-api, which is on the host's network like the app that delivers. */
const ASK = `
  const { development } = JSON.parse(require('fs').readFileSync('/var/lib/service/bootstrap.json'));
  const ask = async (path, role, members) => {
    const headers = { authorization: 'Bearer ' + development[role], 'content-type': 'application/json' };
    const answer = await fetch('http://127.0.0.1:3000/v1/' + path, { method: 'POST', headers, body: JSON.stringify(members) });
    return { status: answer.status, ...(await answer.json()) };
  };`;
/** Asks about the example record. */
const VERIFY = `${ASK}
  ask('records/verify', 'verify', { record_id: 'rec_example' })
    .then(({ status, evidence }) => console.log(status, JSON.stringify(evidence?.verdict)));`;
/** Subscribes, registers a record and checks the signature of the event that arrives. */
const RECEIVE = `${ASK}
  const { createHmac } = require('crypto');
  let secret = '';
  const receiver = require('http').createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.end();
    const id = request.headers['service-event-id'];
    const signed = [id, request.headers['service-timestamp'], body].join('.');
    const signature = 'sha256=' + createHmac('sha256', secret).update(signed).digest('hex');
    const { event } = JSON.parse(body);
    console.log(event.type, event.id === id && request.headers['service-signature'] === signature);
    process.exit();
  });
  receiver.listen(0, '127.0.0.1', async () => {
    const endpoint = 'http://127.0.0.1:' + receiver.address().port;
    const subscription = await ask('subscriptions', 'admin', { endpoint, categories: ['service.record.registered'] });
    secret = subscription.secret;
    const record = { authority_id: 'aut_example', origin: 'https://registry.example', content: 'compose' };
    const { status } = await ask('records', 'admin', record);
    if (status !== 201 || secret === undefined) console.log(status, JSON.stringify(subscription.error));
  });
  setTimeout(() => process.exit(1), 60000);`;

/** Brings docker-compose.yml up on a real engine, as README.md does, to a verified record and a signed event. */
class ComposeTest {
  private readonly report = new Report();
  private readonly folder: string;
  private readonly environment: string;
  private engine: DockerEngine | undefined;

  /** @param folder of the engine, and of a folder with the file .env. */
  constructor(folder: string) {
    this.folder = folder;
    this.environment = join(folder, 'environment');
  }

  async run(): Promise<void> {
    await this.report.step('images', () => this.makeImages());
    await this.report.step('docker-compose up', () => this.start());
    await this.report.step('the example record is verified', () => this.verify());
    await this.report.step('a signed event arrives', () => this.receive());
    await this.report.step('docker-compose down', async () => {
      await this.compose('down', '--volumes', '--timeout', '20');
      return [];
    });
    this.report.total();
  }

  async stop(): Promise<void> {
    await this.engine?.stop();
    await rm(this.environment, { recursive: true, force: true });
  }

  private async makeImages(): Promise<string[]> {
    this.engine = await DockerEngine.start('build', join(this.folder, 'docker'));
    const images = new Images(this.engine, this.folder);
    await images.buildProduct('latest');
    await images.buildServers();
    await this.engine.stop();
    return [];
  }

  private async start(): Promise<string[]> {
    this.engine = await DockerEngine.start('run', join(this.folder, 'docker'));
    await rm(this.environment, { recursive: true, force: true });
    await mkdir(this.environment);
    const script = join(ROOT, 'scripts/compose-passwords.mjs');
    await runProgram(process.execPath, [script], { cwd: this.environment });
    await this.compose('up', '--detach', '--no-build').catch(async ({ message }: Error) => {
      throw new StartError(`${message}\n${await this.logs()}`);
    });
    return [];
  }

  private async verify(): Promise<string> {
    const ask = () => this.evaluate(VERIFY).catch(() => '');
    const said = await waitFor(async () => {
      const answer = await ask();
      return answer.startsWith('200 ') ? answer : undefined;
    }, PATIENCE);
    requireThat(
      said?.includes('"passed"') === true,
      `the example record is verified: ${said ?? (await this.logs())}`,
    );
    return said.trim();
  }

  private async receive(): Promise<string> {
    const said = await this.evaluate(RECEIVE);
    requireThat(said.trim() === 'service.record.registered true', `an event arrives, signed: ${said}`);
    return said.trim();
  }

  private evaluate(script: string): Promise<string> {
    return this.compose('exec', '-T', 'verify-api', 'node', '--eval', script);
  }

  private logs(): Promise<string> {
    return this.compose('logs', '--no-color', '--tail', '8');
  }

  private async compose(...words: string[]): Promise<string> {
    const files = [join(ROOT, 'infra/images.env'), join(this.environment, '.env')].flatMap((file) => [
      '--env-file',
      file,
    ]);
    const project = ['--project-directory', ROOT, '--file', join(ROOT, 'docker-compose.yml')];
    requireThat(this.engine !== undefined, 'the engine runs');
    return this.engine.run(toolPath('docker-compose'), [...project, ...files, ...words]);
  }
}

await runOnEngine(
  'test:compose',
  ['iptables', 'nsenter'],
  ['docker-compose'],
  (folder) => new ComposeTest(folder),
);
