import { StartError } from '@service/platform/errors';

/** An operator's command on the sealing keys. */
export type SealingCommand =
  | { word: 'list' | 'reseal' }
  | { word: 'rotate'; environments: string[] }
  | { word: 'retire'; keyId: string };

const USAGE = 'npm run sealing-keys -- list, rotate [environment], reseal, or retire <key id>.';

/** @throws StartError where the arguments are invalid. */
export function readSealingCommand([word, ...rest]: readonly string[]): SealingCommand {
  const [keyId] = rest;
  if (word === 'rotate') return { word, environments: rest };
  if (word === 'retire' && keyId !== undefined && rest.length === 1) return { word, keyId };
  if ((word === 'list' || word === 'reseal') && rest.length === 0) return { word };
  throw new StartError(USAGE);
}
