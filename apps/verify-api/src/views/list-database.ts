import { DataSource } from 'typeorm';
import { RecordEntity } from './record.entity.js';
import { AuthorityEntity, CredentialEntity, ProjectEntity } from './directory.entities.js';
import { SubscriptionEntity } from './subscription.entity.js';

const MAX_CONNECTIONS = 4;

/** Opens the read models that lists are answered from. */
export function openListDatabase(url: string): Promise<DataSource> {
  const database = new DataSource({
    type: 'postgres',
    url,
    entities: [RecordEntity, AuthorityEntity, CredentialEntity, ProjectEntity, SubscriptionEntity],
    synchronize: false,
    poolSize: MAX_CONNECTIONS,
    applicationName: 'lists',
  });
  return database.initialize();
}
