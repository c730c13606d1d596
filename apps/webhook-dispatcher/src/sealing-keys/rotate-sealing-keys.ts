import { SealingKey } from '@service/platform/sealing-keys';
import { SEALING_KEYS, addSecretLines } from '@service/platform/secret-lines';

/**
 * Puts a new key before those of every environment that the settings host, or of the ones named.
 * @returns lines for the operator to read.
 * @throws StartError where an environment is not hosted, or its file is missing or not the service's own.
 */
export async function rotateSealingKeys(
  variables: NodeJS.ProcessEnv,
  environments: readonly string[],
): Promise<string[]> {
  const added = await addSecretLines(SEALING_KEYS, variables, environments);
  return [
    ...added.map(({ environment, file, line }) => {
      const id = SealingKey.parse(line)?.id ?? '';
      return `${environment}: the sealing key ${id} is now the first line of ${file.path}; it is used for new secrets from now on.`;
    }),
    'npm run sealing-keys -- reseal encrypts all other secrets under it; then retire removes the old keys.',
  ];
}
