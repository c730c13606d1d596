import { requireThat } from './report.ts';
import { runProgram, type ServiceProcess } from './service-process.ts';

/** Somebody elsewhere who follows one log: the keys that they pinned at their first look, and what they saw since. */
export class OutsideMonitor {
  private pins: string[] | undefined;
  private readonly state: string;

  /** @param state directory of its own. */
  constructor(state: string) {
    this.state = state;
  }

  /** Looks once. @param code how the look must end. @returns the first line of what was said. */
  async look(service: ServiceProcess, code: number): Promise<string> {
    this.pins ??= await vkeysOf(service);
    const words = ['--url', `${service.url}/v1/log/development/`, '--state', this.state, '--once'];
    const program = 'evidence-cli/commands/monitor-log.js';
    const outcome = await runProgram(program, [...words, ...this.pins], { PATH: process.env['PATH'] });
    requireThat(outcome.code === code, `monitor-log ends with ${code}: ${outcome.output}`);
    return outcome.output.split('\n')[0] ?? '';
  }
}

async function vkeysOf(service: ServiceProcess): Promise<string[]> {
  const { body } = await service.ask('verify', 'GET', '/v1/log/development/keys');
  return (body.log?.vkeys ?? []).flatMap((vkey) => ['--vkey', vkey]);
}
