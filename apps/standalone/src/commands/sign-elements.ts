import { openKeyCommands } from '@service/credential-authority';
import { openPublishedLog, rebuildView } from '@service/event-store';
import { forEachEnvironment } from '@service/platform/commands';
import { createPool } from '@service/platform/postgres';
import { directoryView, recordsView } from '@service/verify-api';
import { signElements } from '../signing/sign-elements.js';

const VIEWS = [directoryView, recordsView];

await forEachEnvironment(async (target) => {
  const { environment, database, logger } = target;
  const say = (sentence: string) => process.stdout.write(`${environment}: ${sentence}\n`);
  const options = { max: 4, applicationName: 'sign-elements', logger };
  const pool = createPool(database.ownerUrl, options);
  const viewPool = createPool(database.urlOf('verify_api'), options);
  try {
    const { ring, commands } = await openKeyCommands(pool, target);
    await commands.publishRing(ring);
    for (const view of VIEWS) {
      const { elements, unsound } = await signElements(pool, view.log, ring.newest('provenance'));
      for (const { streamId, fault } of unsound) {
        process.exitCode = 1;
        say(`${streamId} was not signed: ${fault.check} at element ${fault.sequence}.`);
      }
      const { events } = await rebuildView(viewPool, openPublishedLog(viewPool, view.log), view);
      const signed = elements === 1 ? '1 element' : `${elements} elements`;
      say(`${signed} of ${view.log} signed, and the view ${view.name} rebuilt from ${events} events.`);
      if (view === directoryView && elements > 0) {
        say('Restart the gateways: their caches of authorities are stale.');
      }
    }
  } finally {
    await Promise.all([pool.end(), viewPool.end()]);
  }
});
