import { EventStore } from '@service/event-store';
import { type CommandTarget } from '@service/platform/commands';
import { readSigningKeys } from '@service/platform/signing-keys';
import type { KeyRing } from '@service/evidence';
import type { Pool } from 'pg';
import { LOG, chainTerms } from '../streams/own-log.js';
import { KeyCommands } from './key-commands.js';

/** An environment's keys, for a command on its database. */
export interface OpenedKeys {
  ring: KeyRing;
  commands: KeyCommands;
}

/** @throws StartError where the keys cannot be read. */
export async function openKeyCommands(
  pool: Pool,
  { settings, environment }: Pick<CommandTarget, 'settings' | 'environment'>,
): Promise<OpenedKeys> {
  const ring = await readSigningKeys(settings, environment);
  const terms = await chainTerms(pool, ring, `${settings.logOrigin}/${environment}`);
  return { ring, commands: new KeyCommands(new EventStore(pool, LOG), terms) };
}
