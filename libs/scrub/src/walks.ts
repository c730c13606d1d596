import { firstIdAt } from '@service/contracts';
import type { KeyRing } from '@service/evidence';
import type { EventAuthentications, PublishedEventAuthentication } from '@service/messaging';
import { CatalogueWalk } from './catalogue/catalogue-walk.js';
import { LogWalk } from './log/log-walk.js';
import { SealWalk } from './log/seal-walk.js';
import { NEWEST_LEAVES, RECENT, type Part } from './pace/bounds.js';
import { PublishedEventsWalk } from './published-events-walk.js';
import { scrubDirectory, scrubLinks, scrubSubscriptions } from './scrub-directory.js';
import { EventCodesWalk } from './scrub-event-codes.js';
import { MetadataWalk } from './scrub-metadata.js';
import { scrubRecords } from './scrub-records.js';
import type { ScrubbedData } from './scrubbed-views.js';
import { EndedIds, LoggedIds } from './subjects/subject-ids.js';
import type { PageSizes, Walk } from './walk.js';

export interface WalkOptions extends ScrubbedData {
  /** Contains the keys that sign the log's checkpoints. */
  keys: KeyRing;
  /** Authentication of data events and of the elements of keys. */
  authentications: EventAuthentications;
  /** Authentication of the events that the dispatcher rendered. */
  publishedEvents: PublishedEventAuthentication;
  pages: PageSizes;
}

/** The walks of a new pass through a part. @param now milliseconds since 1970. */
export const walksOf: Readonly<Record<Part, (options: WalkOptions, now: number) => Walk[]>> = {
  ends: ({ views, catalogue, authentications, pages }, now) => {
    const keysLog = keysLogOf(authentications);
    const ended = (log: string) =>
      new EndedIds(log, firstIdAt('event', now - RECENT), firstIdAt('event', now + RECENT));
    return [
      // A foreign view or trigger could blind all other walks.
      new CatalogueWalk(catalogue),
      scrubRecords(views, keysLog, pages.subjects, ended(views.records.log)),
      scrubDirectory(views, keysLog, pages.subjects, ended(views.directory.log)),
      scrubLinks(views, keysLog, pages.subjects, ended(views.links.log)),
      scrubSubscriptions(views, keysLog, pages.subjects, ended(views.subscriptions.log)),
    ];
  },
  newest: ({ views, authentications, keys, pages }) => {
    const keysLog = keysLogOf(authentications);
    return [
      scrubRecords(views, keysLog, pages.subjects, new LoggedIds(true)),
      scrubDirectory(views, keysLog, pages.subjects, new LoggedIds(false)),
      new LogWalk(keys, pages.leaves, NEWEST_LEAVES),
    ];
  },
  everything: ({ views, catalogue, authentications, publishedEvents, keys, pages }) => {
    const keysLog = keysLogOf(authentications);
    return [
      new CatalogueWalk(catalogue),
      scrubDirectory(views, keysLog, pages.subjects),
      scrubLinks(views, keysLog, pages.subjects),
      scrubSubscriptions(views, keysLog, pages.subjects),
      scrubRecords(views, keysLog, pages.subjects),
      new LogWalk(keys, pages.leaves),
      new SealWalk(pages.leaves),
      ...Object.entries(authentications).map(
        ([log, authentication]) => new EventCodesWalk(log, authentication, pages.leaves),
      ),
      new PublishedEventsWalk(publishedEvents, pages.leaves),
      new MetadataWalk('record_store', pages.leaves),
      new MetadataWalk('webhook_dispatcher', pages.leaves),
    ];
  },
};

function keysLogOf({ credential_authority: authentication }: EventAuthentications) {
  return { log: 'credential_authority', authentication };
}
