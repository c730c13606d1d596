import { randomBytes } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrokerSecurity } from './security.ts';
import { serverProperties, type ServerAddress } from './server-properties.ts';

/** Runs a class of Kafka with some arguments until it ends. */
export type RunTool = (words: string[]) => Promise<void>;

/** Writes the settings, formats the directory where that is not done yet, and answers the settings' file. */
export async function prepareDirectory(
  directory: string,
  address: Pick<ServerAddress, 'host' | 'port' | 'controllerPort'>,
  runTool: RunTool,
  security: BrokerSecurity | undefined,
): Promise<string> {
  const settings = join(directory, 'server.properties');
  const logDirectory = join(directory, 'logs');
  await mkdir(logDirectory, { recursive: true });
  const properties = serverProperties({
    ...address,
    logDirectory,
    protocol: security === undefined ? 'PLAINTEXT' : 'SASL_SSL',
    security: security?.properties ?? {},
  });
  await writeFile(settings, properties, { mode: 0o600 });
  if (!(await isFormatted(logDirectory))) {
    // 22 characters as Kafka generates them; the first must not look like an option.
    const cluster = `k${randomBytes(16).toString('base64url').slice(1)}`;
    await runTool([
      'kafka.tools.StorageTool',
      'format',
      '--cluster-id',
      cluster,
      '--config',
      settings,
      '--ignore-formatted',
      ...(security?.users ?? []),
    ]);
  }
  return settings;
}

function isFormatted(logDirectory: string): Promise<boolean> {
  return access(join(logDirectory, 'meta.properties')).then(
    () => true,
    () => false,
  );
}
