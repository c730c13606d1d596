import { execFile, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { hasCode, reasonOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';
import { END_PROCESS } from '../processes/end-process.js';
import { StartError } from '../start-error.js';
import { waitFor } from '../wait-for.js';

const run = promisify(execFile);

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/**
 * The guard: reads from a named pipe, $1, which every user of the server holds open for writing. When a process ends in any way,
 * the operating system closes its end; after the last one, the guard stops the server of the cluster, $2. It looks for the server
 * for two seconds, because one that has just been started may not have written its process id yet. Nobody starts or adopts a
 * server before a guard that is stopping one has ended, so the server that it finds is that of the processes that have ended.
 */
const SCRIPT = `${END_PROCESS}
pipe=$1 cluster=$2
runs_on_cluster() {
  [ "/proc/$1/cwd" -ef "$cluster" ] && return
  case "$(tr '\\0' ' ' <"/proc/$1/cmdline" || ps -o command= -p "$1")" in
    *" -D $cluster "*) return 0 ;;
  esac
  return 1
}
while read -r word <&3; do
  case $word in
    join) : >"$pipe.joined" ;;
    end) exit ;;
  esac
done
for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  if read -r id <"$cluster/postmaster.pid" && kill -0 "$id" && runs_on_cluster "$id"; then
    end_process "$id" 8 INT QUIT
    break
  fi
  sleep 0.1
done
rm -f "$pipe"`;

/** Milliseconds for a guard to answer, or to stop a server whose users have ended. */
const ANSWER_LIMIT = 60_000;
/** Milliseconds between two checks for that. */
const PAUSE = 2;

/** A process that stops the server of a cluster when the last process that has joined the guard ends, in any way. */
export interface ServerGuard {
  /** Leaves the server to its other users. @param isStopped whether it was stopped because there were none. */
  leave(isStopped: boolean): void;
}

/**
 * Joins the guard of a cluster's server, and starts the guard where there is none. Call this before looking for the server: where
 * the users of a server have ended, this waits until their guard has stopped it. The caller prevents concurrent calls.
 * @throws StartError where a guard does not answer.
 */
export async function joinGuard(
  directory: string,
  cluster: string,
  logger?: Pick<Logger, 'warn'>,
): Promise<ServerGuard> {
  const pipe = join(directory, 'postgres.guard');
  let reason = 'it ends at once';
  // Up to three attempts: the first guard may be stopping a server, and the second may read a stale message to a killed
  // guard.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const end = openForWriting(pipe) ?? (await startGuard(pipe, cluster));
      if (await isAnswered(pipe, end)) return { leave: (isStopped) => leave(pipe, end, isStopped) };
    } catch (error) {
      if (error instanceof StartError) throw error;
      reason = reasonOf(error);
    }
  }
  // Not every file system supports named pipes.
  logger?.warn(
    `The database in ${cluster} goes on running if this process is killed: its guard does not start, ${reason}.`,
  );
  return { leave: () => undefined };
}

function leave(pipe: string, end: number, isStopped: boolean): void {
  if (isStopped) {
    say(end, 'end');
    // Not by the guard, because the caller may then remove the directory.
    rmSync(pipe, { force: true });
  }
  closeSync(end);
}

/**
 * Whether a guard has read that this process joins it; false if the guard ended first, after stopping a server without
 * users. Closes the pipe unless it answers true.
 */
async function isAnswered(pipe: string, end: number): Promise<boolean> {
  const answer = `${pipe}.joined`;
  let outcome: 'answered' | 'ended' | undefined;
  try {
    // Removed once the pipe is open: the guard writes it only while it waits for all users to end, and this process is now a
    // user.
    rmSync(answer, { force: true });
    say(end, 'join');
    outcome = await waitFor(
      () => {
        if (existsSync(answer)) return 'answered';
        const other = openForWriting(pipe);
        if (other === undefined) return 'ended';
        closeSync(other);
        return undefined;
      },
      ANSWER_LIMIT,
      PAUSE,
    );
  } finally {
    rmSync(answer, { force: true });
    if (outcome !== 'answered') closeSync(end);
  }
  if (outcome !== undefined) return outcome === 'answered';
  throw new StartError(`The process that reads from ${pipe} does not answer; end it and start again.`);
}

function say(end: number, word: string): void {
  try {
    writeSync(end, `${word}\n`);
  } catch (error) {
    if (!hasCode(error, 'EPIPE')) throw error;
  }
}

/** The end of the pipe for writing; undefined where no process reads from it. */
function openForWriting(pipe: string): number | undefined {
  try {
    const end = openSync(pipe, O_WRONLY | O_NONBLOCK);
    if (fstatSync(end).isFIFO()) return end;
    closeSync(end);
    return undefined;
  } catch (error) {
    if (hasCode(error, 'ENXIO') || hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Starts a guard, in a session of its own. @returns the end of its pipe for writing. */
async function startGuard(pipe: string, cluster: string): Promise<number> {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const found = await lstat(pipe).catch(() => undefined);
  if (found?.isFIFO() !== true) {
    // In a copy of the directory it may be a plain file.
    await rm(pipe, { force: true });
    await run('mkfifo', ['-m', '600', pipe], { env });
  }
  const opened: number[] = [];
  const open = (flags: number): number => {
    const descriptor = openSync(pipe, flags);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    // While one descriptor has both ends, opening either of them does not wait for the other.
    open(O_RDWR);
    const guard = spawn('/bin/sh', ['-c', SCRIPT, 'postgres-guard', pipe, cluster], {
      cwd: '/',
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', open(O_RDONLY)],
    });
    guard.on('error', () => undefined);
    guard.unref();
    return openSync(pipe, O_WRONLY | O_NONBLOCK);
  } finally {
    for (const each of opened) closeSync(each);
  }
}
