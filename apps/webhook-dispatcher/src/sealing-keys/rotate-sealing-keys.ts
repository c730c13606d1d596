import { SealingKey } from '@service/platform/sealing-keys';
import { SEALING_KEYS, addSecretLines } from '@service/platform/secret-lines';

/**
 * Adds a new first key to every environment that the settings host, or only to the named ones.
 * @returns lines for the operator.
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
      return `${environment}: the sealing key ${id} is now the first line of ${file.path}; it encrypts new secrets from now on.`;
    }),
    'npm run sealing-keys -- reseal encrypts all other secrets under it; then retire removes the old keys.',
  ];
}
