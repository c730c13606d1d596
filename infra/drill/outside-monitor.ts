import { requireThat } from '../report.ts';
import { runBuilt, type ServiceProcess } from './service-process.ts';

/** A monitor of one log on another machine: it pins the log’s keys at its first run and keeps what it saw. */
export class OutsideMonitor {
  private pins: string[] | undefined;
  private readonly state: string;

  /** @param state an empty directory, where the monitor keeps what it saw. */
  constructor(state: string) {
    this.state = state;
  }

  /** Runs the monitor once. @param code the exit code that is expected. @returns the first line of its output. */
  async look(service: ServiceProcess, code: number): Promise<string> {
    this.pins ??= await vkeysOf(service);
    const words = [
      'log',
      'monitor',
      '--url',
      `${service.url}/v1/log/development/`,
      '--state',
      this.state,
      '--once',
    ];
    const program = '../clients/cli/dist/rvs.js';
    const outcome = await runBuilt(program, [...words, ...this.pins], { PATH: process.env['PATH'] });
    requireThat(outcome.code === code, `log monitor ends with ${code}: ${outcome.output}`);
    return outcome.output.split('\n')[0] ?? '';
  }
}

async function vkeysOf(service: ServiceProcess): Promise<string[]> {
  const { body } = await service.ask('verify', 'GET', '/v1/log/development/keys');
  return (body.log?.vkeys ?? []).flatMap((vkey) => ['--vkey', vkey]);
}
