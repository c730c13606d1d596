import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

// Node runs TypeScript, but does not find it under the names of its build. The script ends with its parent,
// since nothing else would end it after the test died.
const readSources = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
      return next(isSource ? specifier.replace(/\\.js$/, '.ts') : specifier, context);
    },
  });
  process.stdin.resume().on('end', () => process.exit());
`)}`;

/** A process that runs a script for a test; it leads a process group, as a shell's foreground job does. */
export interface SourceProcess {
  readonly processId: number;
  /** The next line that the script prints. */
  nextLine(): Promise<string>;
  /** Closes its channel to this process, as the end of this process would. */
  disconnect(): void;
  /** Reads nothing more that it prints, as a terminal that closes. */
  closeOutput(): void;
  /** Signals the whole group and waits for the process to end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Runs an ES module given as text, until it is killed or this process ends. */
export function runScript(script: string): SourceProcess {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--no-warnings', '--import', readSources, '--input-type=module', '--eval', script],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  );
  const { pid, stdout } = child;
  if (pid === undefined || stdout === null) throw new Error('The script could not be started.');
  const exited = once(child, 'exit');
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  return {
    processId: pid,
    nextLine: async () => {
      const line = await lines.next();
      if (line.done === true) throw new Error('The script ended without printing a line.');
      return line.value;
    },
    disconnect: () => child.disconnect(),
    closeOutput: () => void stdout.destroy(),
    kill: async (signal) => {
      process.kill(-pid, signal);
      await exited;
    },
  };
}
