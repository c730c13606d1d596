import { join } from 'node:path';
import { StartError } from '@service/platform/errors';
import { runProgram } from '../run-program.ts';
import { Enclosed } from './enclosed.ts';

/** A Docker engine of its own, whose images stay in its folder from run to run. */
export class DockerEngine {
  /** With the address of its socket. */
  readonly environment: NodeJS.ProcessEnv;
  private readonly enclosed: Enclosed;

  private constructor(enclosed: Enclosed, folder: string) {
    this.enclosed = enclosed;
    // BuildKit would fetch the syntax that a Dockerfile names.
    this.environment = {
      ...process.env,
      DOCKER_HOST: `unix://${folder}/docker.sock`,
      DOCKER_BUILDKIT: '0',
    };
  }

  /**
   * @param mode as in docker.sh.
   * @throws StartError where it does not start.
   */
  static async start(mode: 'build' | 'run', folder: string): Promise<DockerEngine> {
    const enclosed = await Enclosed.start(join(import.meta.dirname, 'docker.sh'), [mode, folder], {
      network: mode === 'run',
      log: join(folder, 'log'),
      cgroup: 'records-docker',
    });
    return new DockerEngine(enclosed, folder);
  }

  /**
   * Runs `docker` with these words.
   * @throws StartError where it fails.
   */
  docker(...words: string[]): Promise<string> {
    return this.run('docker', words);
  }

  /**
   * Runs a program that reaches the engine and the ports that it publishes.
   * @throws StartError where it fails.
   */
  async run(program: string, words: readonly string[]): Promise<string> {
    const [first = '', ...rest] = this.enclosed.inside(program, ...words);
    const { code, stdout, output } = await runProgram(first, rest, { env: this.environment });
    if (code !== 0) {
      const end = output.trim().split('\n').slice(-20).join('\n');
      throw new StartError(`${program} ${words.slice(0, 3).join(' ')} failed: ${end}`);
    }
    return stdout;
  }

  stop(): Promise<void> {
    return this.enclosed.stop();
  }
}
