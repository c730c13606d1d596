import { operandNames } from '../operations/operation.js';
import { SIGNED_OPERATIONS } from '../operations/operation-commands.js';
import { ISSUER_SIGN_OPTIONS } from './issuer-options.js';
import { command, type Command } from './option.js';

const CHANGES = [...SIGNED_OPERATIONS].flatMap(([action, operation]) =>
  operandNames(operation).length > 0 ? [action] : [],
);

/** The commands of issuers that sign. */
export const ISSUER_COMMANDS: readonly Command[] = [
  command({
    name: 'issuer key',
    summary: 'makes an issuer’s private key, and prints the public one',
    uses: ['FILE'],
    about: `Prints the public key that belongs to the private key in a file, for rvs authorities grant --public-key. A missing
file is made, with a new key, so that only you can read it. A key of yours may be PEM (PKCS #8) or a JWK.`,
    options: {},
    load: async () => (await import('../commands/issuer.js')).key,
  }),
  command({
    name: 'issuer sign',
    summary: 'signs a place in a record’s history, as its issuer',
    uses: ['register --key FILE [options]', `${CHANGES.join('|')} RECORD --key FILE [options]`],
    about: `Signs one transition, at one place in one history, as the issuer of an authority that has its own key. For a record it reads
the newest element, and prints the signature with the place, sequence and previous: give all three to rvs records, as --data.
What is signed is shown on standard error; --print-text prints its bytes alone, for a device that signs elsewhere.`,
    options: ISSUER_SIGN_OPTIONS,
    load: async () => (await import('../commands/issuer.js')).sign,
  }),
];
