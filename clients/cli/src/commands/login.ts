import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { RecordVerification, ServiceError } from '@record-verification/client';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { say } from '../output/print.js';
import { environmentOf, givenToken, safeAddress, tokenIn } from '../profiles/connection.js';
import { pinLog, type LogDocuments } from '../profiles/pin-log.js';
import {
  currentProfileName,
  profileNames,
  readProfile,
  useProfile,
  writeProfile,
} from '../profiles/profile-store.js';
import { operandsOf } from '../read-call.js';
import { readStandardInput } from '../service/read-data.js';
import type { Run } from '../table/option.js';
import type { LOGIN_OPTIONS } from '../table/profile-options.js';

/** `rvs login` */
export const run: Run<typeof LOGIN_OPTIONS> = async (call) => {
  operandsOf(call);
  const { values } = call;
  const name = values.profile ?? process.env['RVS_PROFILE'] ?? (await currentProfileName());
  const known = await readProfile(name);
  const url = safeAddress(values.url ?? process.env['SERVICE_URL'] ?? known?.url ?? 'http://127.0.0.1:3000');
  if (known !== null && known.url !== url) {
    throw new CommandError(`The profile ${name} belongs to ${known.url}. Name another: --profile NAME`);
  }
  if (values.fingerprint !== undefined && !/^[0-9a-f]{64}$/.test(values.fingerprint)) {
    throw new CommandError('--fingerprint must be 64 lower-case hex digits.');
  }
  const token = (await givenToken(values)) ?? (await askForToken(known?.token ?? null));
  const service = new RecordVerification({ baseUrl: url, token });
  const pin = async (environment: string) =>
    pinLog(name, await logDocuments(service, { url, environment }), values.fingerprint ?? null);
  const expected = environmentOf(token) ?? values.environment ?? known?.environment;
  // Checked before the token is sent, because a service other than the pinned one must not learn it.
  if (expected !== undefined) await pin(expected);
  const { project, environment, credential_id } = await whoAmI(service, token, values.environment);
  if (known !== null && known.environment !== environment) {
    throw new CommandError(
      `The profile ${name} belongs to ${known.environment}. Name another: --profile NAME`,
    );
  }
  if (expected === undefined) await pin(environment);
  else if (expected !== environment)
    throw new CommandError(`The token is for ${environment}, not for ${expected}.`);
  // Stored after the pin: otherwise a login with a refused log would remain usable, without checks.
  await writeProfile({ name, url, token, environment });
  if ((await profileNames()).length === 1 || values.profile === undefined) await useProfile(name);
  say(`Logged in to ${url} (${environment}, ${project}) as ${credential_id}: profile ${name}.`);
  return 0;
};

interface Caller {
  project: { id: string; name?: string } | null;
  environment: 'development' | 'production';
  credential_id: string;
}

async function whoAmI(service: RecordVerification, token: string, named: string | undefined) {
  const caller = await service.request<Caller>({ method: 'GET', path: '/v1/projects/current' });
  const environment = caller.environment ?? environmentOf(token) ?? named;
  if (environment !== 'development' && environment !== 'production') {
    throw new CommandError('--environment must name the environment of an access token.');
  }
  return { ...caller, environment, project: caller.project?.name ?? caller.project?.id ?? 'no project' };
}

/** @throws CommandError where the address serves another environment. */
async function logDocuments(
  service: RecordVerification,
  { url, environment }: { url: string; environment: string },
): Promise<LogDocuments> {
  const read = (name: string) =>
    service
      .request<string>({
        method: 'GET',
        path: `/v1/log/${environment}/${name}`,
        answer: 'text',
        anonymous: true,
      })
      .catch((error: unknown) => {
        if (error instanceof ServiceError && error.status === 404) return null;
        throw error;
      });
  const keys = await read('keys');
  if (keys === null)
    throw new CommandError(`${url} does not serve ${environment}: give the address that does as --url.`);
  return { keys, policy: await read('policy') };
}

async function askForToken(known: string | null): Promise<string> {
  if (process.stdin.isTTY !== true) {
    const text = await readStandardInput();
    if (text.trim() !== '') return tokenIn(text);
    if (known !== null) return known;
    throw new CommandError('There is no token: --token-file FILE, SERVICE_TOKEN, or standard input.');
  }
  // Do not echo the input.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.once('SIGINT', () => process.exit(EXIT.interrupted));
  process.stderr.write(known === null ? 'Token: ' : 'Token (empty keeps the stored one):  ');
  const text = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return text.trim() === '' && known !== null ? known : tokenIn(text);
}
