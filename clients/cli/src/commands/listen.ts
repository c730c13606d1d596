import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { Forwarder, type ListedEvent } from '../listen/forward.js';
import { followEvents } from '../listen/follow-events.js';
import { ListenState } from '../listen/listen-state.js';
import { publicKeyOf, signingSecret } from '../listen/session-secret.js';
import { say } from '../output/print.js';
import { jsonFor } from '../output/terminal.js';
import { profileOf } from '../profiles/connection.js';
import { directoryOf } from '../profiles/profile-store.js';
import { operandsOf } from '../read-call.js';
import { openService } from '../service/open-service.js';
import { hasLocks, lockStateDirectory } from '../state-directory.js';
import type { Call, Run } from '../table/option.js';
import type { LISTEN_OPTIONS } from '../table/work-options.js';

type Values = Call<typeof LISTEN_OPTIONS>['values'];

/** Milliseconds before a refused event is posted again, at first and at most. */
const [FIRST_PAUSE, LAST_PAUSE] = [500, 15_000];

/** `rvs listen` */
export const run: Run<typeof LISTEN_OPTIONS> = async (call) => {
  operandsOf(call);
  const { values } = call;
  const directory = await directoryFor(values);
  const state = new ListenState(directory);
  await state.create();
  const session = await state.secret();
  if (values['print-secret'] === true) {
    const keys = { secret: session.secret, public_key: publicKeyOf(session) };
    process.stdout.write(values.json === true ? `${JSON.stringify(keys)}\n` : `${session.secret}\n`);
    return 0;
  }
  const stop = new AbortController();
  const interrupted = new Promise<number>((ends) => {
    process.once('SIGINT', () => ends(EXIT.interrupted)).once('SIGTERM', () => ends(0));
  });
  void interrupted.then(() => stop.abort());
  const { service, connection } = await openService(values);
  // Two listeners on one folder would post each event twice.
  if (hasLocks()) await lockStateDirectory(directory, 'listener');
  if (values.restart === true) await state.forget();
  const target = values['forward-to'];
  const forward =
    target === undefined ? null : new Forwarder(addressOf(target), signingSecret(session), stop.signal);
  const types = values.types?.split(',');
  const goal = target === undefined ? '' : `; events go to ${target}`;
  try {
    await followEvents({
      service,
      state,
      from: values.from ?? null,
      onBegun: () => say(`Listening to ${connection.url}${goal}. Ctrl-C ends it.`),
      handle: async (event) => {
        if (types !== undefined && !types.includes(event.type)) return;
        if (forward === null) await print(event);
        else
          await forwardUntilDone(forward, event, {
            skips: values['skip-failed'] === true,
            signal: stop.signal,
          });
      },
      say,
      signal: stop.signal,
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  return interrupted;
};

async function directoryFor(values: Values): Promise<string> {
  if (values.state !== undefined) return resolve(values.state);
  const profile = await profileOf(values);
  if (profile === null)
    throw new CommandError('Give --state DIR, or log in with rvs login: progress must be stored somewhere.');
  return join(directoryOf(profile.name), 'listen');
}

function addressOf(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new CommandError('--forward-to must be an http or https URL.');
}

/** Resolves when the output has accepted the line; where it cannot, the process ends. */
async function print(event: ListedEvent): Promise<void> {
  await new Promise<void>((done) => {
    process.stdout.write(`${jsonFor(process.stdout, event)}\n`, (error) => (error ? undefined : done()));
  });
}

/** Posts an event until it is accepted, or once if it may be skipped. */
async function forwardUntilDone(
  forwarder: Forwarder,
  event: ListedEvent,
  { skips, signal }: { skips: boolean; signal: AbortSignal },
): Promise<void> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(LAST_PAUSE, wait * 2)) {
    const { isDone, what } = await forwarder.forward(event);
    say(`${event.type} ${event.id} -> ${what}${isDone ? '' : skips ? ', skipped' : ', again soon'}`);
    if (isDone || skips) return;
    await pause(wait, undefined, { signal });
  }
}
