import { openKeyCommands } from '@service/credential-authority';
import { EventLog, rebuildView } from '@service/event-store';
import { forEachEnvironment } from '@service/platform/commands';
import { createPool } from '@service/platform/postgres';
import { directoryView, recordsView } from '@service/verify-api';
import { signElements } from '../signing/sign-elements.js';

const VIEWS = [directoryView, recordsView];

await forEachEnvironment(async (target) => {
  const { environment, databaseUrl, logger } = target;
  const say = (sentence: string) => process.stdout.write(`${environment}: ${sentence}\n`);
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'sign-elements', logger });
  try {
    const { ring, commands } = await openKeyCommands(pool, target);
    await commands.publishRing(ring);
    for (const view of VIEWS) {
      const { elements, unsound } = await signElements(pool, view.log, ring.newest('provenance'));
      for (const { streamId, fault } of unsound) {
        process.exitCode = 1;
        say(`${streamId} was not signed: ${fault.check} at element ${fault.sequence}.`);
      }
      const { events } = await rebuildView(pool, new EventLog(pool, view.log), view);
      const signed = elements === 1 ? '1 element' : `${elements} elements`;
      say(`${signed} of ${view.log} signed, and the view ${view.name} rebuilt from ${events} events.`);
      if (view === directoryView && elements > 0) {
        say('Restart the gateways: they hold authorities in memory as they were.');
      }
    }
  } finally {
    await pool.end();
  }
});
