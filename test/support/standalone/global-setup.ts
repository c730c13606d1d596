import { standalone } from '../driver.ts';
import { sayLeftOut } from '../kafka/say-left-out.ts';
import { shareService } from '../shared/share-service.ts';

/** Jest's global setup of the standalone tests. */
export default async function setUp(): Promise<void> {
  await sayLeftOut();
  await shareService(standalone);
}
