import { credentialAuthorityMigrations } from '@service/credential-authority';
import { runMigrations } from '@service/platform/migrations';
import { recordStoreMigrations } from '@service/record-store';
import { verifyApiMigrations } from '@service/verify-api';
import { webhookDispatcherMigrations } from '@service/webhook-dispatcher';

/** Brings one environment's database to this release; answers the names of the migrations that ran. */
export async function migrate(url: string): Promise<string[]> {
  const ran: string[] = [];
  for (const migrations of [
    credentialAuthorityMigrations,
    recordStoreMigrations,
    webhookDispatcherMigrations,
    verifyApiMigrations,
  ]) {
    ran.push(...(await runMigrations({ url, ...migrations })));
  }
  return ran;
}
