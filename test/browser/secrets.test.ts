import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openFixture, type Fixture } from '../support/fixtures.js';
import { databaseServer, makeRoom } from '../support/run/ask.js';
import { TestService } from '../support/service.js';
import { describeOwnInBrowser, openVisits } from './support/describe-in-browser.js';
import { invitationLink } from './support/operators.js';
import { signUp } from './support/sign-up.js';
import { issueCredential } from './support/credentials-page.js';
import { visit } from './support/places.js';

const START_TIMEOUT = 180_000;

/** Everything that a page of an origin has kept, as text. */
async function kept(): Promise<string> {
  const parts = [
    location.href,
    JSON.stringify(Object.entries(localStorage)),
    JSON.stringify(Object.entries(sessionStorage)),
  ];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('IndexedDB')));
    });
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => reading.addEventListener('success', resolve));
      parts.push(JSON.stringify(reading.result));
    }
    database.close();
  }
  parts.push(document.cookie, document.documentElement.outerHTML);
  parts.push(
    JSON.stringify(performance.getEntriesByType('resource').map(({ name }) => name)),
    JSON.stringify(history.state),
  );
  return parts.join('\n');
}

describeOwnInBrowser('a secret', () => {
  const service = new TestService({ databaseServer });
  const visits = openVisits(service);
  let fixture: Fixture;

  beforeAll(async () => {
    await makeRoom();
    await service.begin({ ENVIRONMENT: 'development', LOG_LEVEL: 'trace' });
    fixture = await openFixture(service);
  }, START_TIMEOUT);
  afterAll(() => service.dispose());

  it('is in no address, storage, cache or log, and in no page that somebody goes back to', async () => {
    const visitor = await visits.arrive();
    const { page, context } = visitor;
    const addresses: string[] = [];
    page.on('request', (request) => void addresses.push(request.url(), JSON.stringify(request.headers())));
    const link = await invitationLink(service);
    await signUp(visitor, link);
    const token = await issueCredential(page, 'Checkout', fixture.projectId);
    const secrets = [new URL(link).hash.slice(1), token.slice(-49, -6)];
    for (const { value, httpOnly } of await context.cookies()) {
      expect(httpOnly).toBe(true);
      secrets.push(value);
    }
    expect(secrets.every((secret) => secret.length >= 20)).toBe(true);
    await visit(page, '/credentials', fixture.projectId);
    await page.goBack();
    const texts = {
      kept: await page.evaluate(kept),
      addresses: addresses.join('\n'),
      log: service.output + service.errors,
    };
    expect(texts.log).toContain('listens on');
    for (const secret of secrets)
      for (const [where, text] of Object.entries(texts))
        expect([where, secret, text.includes(secret)]).toEqual([where, secret, false]);
  });
});
