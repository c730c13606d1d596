import { spawn, type ChildProcess } from 'node:child_process';
import type { Environment } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import { SupervisedProcess } from '@service/platform/processes';
import type { EnvironmentSettings } from '@service/platform/settings';
import { LIFE_SIGN_PAUSE, type Neighbours, type Report } from './messages.js';
import { SignsOfLife } from './signs-of-life.js';

/** Milliseconds for a process to stop after it has drained. */
const STOP_TIMEOUT = 8_000;
/** Consecutive heartbeats that may be missing before a process counts as hanging and is killed. */
const PATIENCE = 12;

export interface EnvironmentProcessOptions extends EnvironmentSettings {
  /** Called with a sentence when the process ended unexpectedly, and when it runs again. */
  onChange: (sentence: string) => void;
  /** Called whenever the process is ready. */
  onReady: () => void;
  /** The ports of the other environments, as far as they are known. */
  neighbourPorts: () => readonly number[];
}

/** The process of one environment, which is started again when it ends unexpectedly, or hangs for a minute. */
export class EnvironmentProcess {
  /** Ports that it and its database listen on; before the first start, those of the settings. */
  ports: readonly number[];
  /** Its welcome text for the terminal. */
  welcome = '';
  private variables: NodeJS.ProcessEnv;
  private readonly supervised: SupervisedProcess;
  private readonly life = new SignsOfLife(PATIENCE, () => this.endHanging());
  private watch: NodeJS.Timeout | undefined;

  constructor(private readonly options: EnvironmentProcessOptions) {
    this.variables = options.variables;
    const { port, adminPort } = options.settings;
    this.ports = [port, adminPort].filter((each) => each !== 0);
    this.supervised = new SupervisedProcess({
      name: `The process of ${options.environment}`,
      spawn: () => this.spawn(),
      untilReady: (child) => this.untilReady(child),
      askToStop: (child) => child.kill('SIGTERM'),
      onChange: options.onChange,
    });
  }

  get environment(): Environment {
    return this.options.environment;
  }

  /** @throws StartError with a sentence for the operator. */
  start(): Promise<void> {
    this.watch = setInterval(() => {
      if (this.supervised.running !== undefined) this.life.look();
    }, LIFE_SIGN_PAUSE);
    return this.supervised.start();
  }

  /** @returns a sentence where it did not stop cleanly. */
  stop(): Promise<string | null> {
    clearInterval(this.watch);
    return this.supervised.stop(STOP_TIMEOUT + this.options.settings.drainDelaySeconds * 1_000);
  }

  /** Sends it the ports of the other environments. */
  tell(neighbours: Neighbours): void {
    const child = this.supervised.running;
    // Ignore errors: the end of the process is handled elsewhere.
    if (child?.connected === true) child.send(neighbours, () => undefined);
  }

  private spawn(): ChildProcess {
    const { settings, neighbourPorts } = this.options;
    const SERVICE_PORTS = [...settings.servicePorts, ...neighbourPorts()].join();
    // Detached: signals of the terminal reach only the supervisor. The IPC channel shows each side the end of the other.
    const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? ''], {
      env: { ...this.variables, SERVICE_PORTS },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.life.seen();
    child.on('message', () => this.life.seen());
    return child;
  }

  private endHanging(): void {
    this.options.onChange(`The process of ${this.options.environment} has hung for a minute and is killed.`);
    this.supervised.running?.kill('SIGKILL');
  }

  private untilReady(child: ChildProcess): Promise<string> {
    return new Promise((ready, failed) => {
      child.on('message', (report: Report) => {
        if (report.type === 'failed')
          failed(new StartError(`${this.options.environment}: ${report.sentence}`));
        if (report.type !== 'ready') return;
        this.welcome = report.welcome;
        this.ports = report.ports;
        // After a restart, clients find it at the same ports.
        const [port, adminPort] = report.ports;
        this.variables = { ...this.options.variables, PORT: String(port), ADMIN_PORT: String(adminPort) };
        ready('');
        this.options.onReady();
      });
    });
  }
}
