import { CommandError } from '../errors.js';
import { printDocument } from '../output/print.js';
import { Table } from '../output/table.js';
import { isForPeople, jsonFor } from '../output/terminal.js';
import { pinsOf } from '../profiles/pins.js';
import {
  currentProfileName,
  profileNames,
  readProfile,
  removeProfile,
  useProfile,
} from '../profiles/profile-store.js';
import { operandsOf } from '../read-call.js';
import type { Call, Run } from '../table/option.js';

type Values = { json?: boolean | undefined };

async function described(name: string): Promise<Record<string, unknown>> {
  const profile = await readProfile(name);
  if (profile === null) throw new CommandError(`There is no profile ${name}.`);
  const pins = pinsOf(profile);
  const { url, environment } = profile;
  const pinned = pins === null ? 'nothing' : pins.policy === null ? 'key of the log' : 'trust policy';
  return { name, current: name === (await currentProfileName()), url, environment, pinned };
}

/** `rvs profile list` */
export const list = async (call: Call): Promise<number> => {
  operandsOf(call);
  const profiles = await Promise.all((await profileNames()).map(described));
  if (isForPeople(process.stdout, call.values as Values)) new Table(process.stdout).print(profiles);
  else for (const each of profiles) process.stdout.write(`${jsonFor(process.stdout, each)}\n`);
  return 0;
};

/** `rvs profile show` */
export const show = async (call: Call): Promise<number> => {
  const [name = await currentProfileName()] = call.operands;
  printDocument(await described(name), call.values as Values);
  return 0;
};

/** `rvs profile use` */
export const use: Run = async (call) => {
  const [name = ''] = operandsOf(call, 'NAME');
  await described(name);
  await useProfile(name);
  return 0;
};

/** `rvs profile remove` */
export const remove: Run = async (call) => {
  const [name = ''] = operandsOf(call, 'NAME');
  await described(name);
  await removeProfile(name);
  return 0;
};
