import { standalone } from '../driver.ts';
import { endSharedService } from '../shared/share-service.ts';

/** Jest's global teardown of the standalone tests. */
export default async function tearDown(): Promise<void> {
  await endSharedService(standalone);
}
