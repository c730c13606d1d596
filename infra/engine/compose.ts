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
/** Asks verify-api about the example record, within its container. */
const VERIFY = `
  const { development } = JSON.parse(require('fs').readFileSync('/var/lib/service/bootstrap.json'));
  const headers = { authorization: 'Bearer ' + development.verify, 'content-type': 'application/json' };
  const body = JSON.stringify({ record_id: 'rec_example' });
  fetch('http://127.0.0.1:3000/v1/records/verify', { method: 'POST', headers, body })
    .then(async (answer) => console.log(answer.status, JSON.stringify((await answer.json()).evidence?.verdict)));`;

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
    const ask = () => this.compose('exec', '-T', 'verify-api', 'node', '--eval', VERIFY).catch(() => '');
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
