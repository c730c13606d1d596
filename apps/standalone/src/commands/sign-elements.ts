import { openKeyCommands } from '@service/credential-authority';
import { openPublishedLog, rebuildView } from '@service/event-store';
import { readEventAuthentications, type EventAuthentications, type EventLogName } from '@service/messaging';
import { forEachEnvironment } from '@service/platform/commands';
import { createPool } from '@service/platform/postgres';
import { directoryView, recordsView } from '@service/verify-api';
import { signPublications } from '../signing/sign-publications.js';
import { signElements } from '../signing/sign-elements.js';

const VIEWS = [directoryView, recordsView];

await forEachEnvironment(async (target) => {
  const { environment, database, logger } = target;
  const authentications: EventAuthentications = await readEventAuthentications(target);
  const say = (sentence: string) => process.stdout.write(`${environment}: ${sentence}\n`);
  const options = { max: 4, applicationName: 'sign-elements', logger };
  const pool = createPool(database.ownerUrl, options);
  const viewPool = createPool(database.urlOf('verify_api'), options);
  try {
    const { ring, commands } = await openKeyCommands(pool, target);
    await commands.publishRing(ring);
    const publications = await signPublications(pool, 'credential_authority', ring);
    if (publications > 0)
      say(`Keys that had signed themselves, now signed by the ones before: ${publications}.`);
    for (const view of VIEWS) {
      const { elements, unsound } = await signElements(pool, view.log, ring.newest('provenance'));
      for (const { streamId, fault } of unsound) {
        process.exitCode = 1;
        say(`${streamId} was not signed: ${fault.check} at element ${fault.sequence}.`);
      }
      const source = openPublishedLog(viewPool, view.log, authentications[view.log as EventLogName]);
      const { events } = await rebuildView(viewPool, source, view);
      const signed = elements === 1 ? '1 element' : `${elements} elements`;
      say(`${signed} of ${view.log} signed, and the view ${view.name} rebuilt from ${events} events.`);
      if (view === directoryView && elements + publications > 0) {
        say('Restart the gateways: their caches of authorities are stale.');
      }
    }
  } finally {
    await Promise.all([pool.end(), viewPool.end()]);
  }
});
