import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { askTestRun } from '@service/testing';
import type { Browser } from 'playwright-core';
import { findChromium } from '../../support/chromium.js';
import { describeProject, type SharedService } from '../../support/describe-project.js';
import type { Fixture } from '../../support/fixtures.js';
import type { TestService } from '../../support/service.js';
import { Visitor, type Look } from './visitor.js';

const chromium = findChromium();
// A page takes ten times as long on a machine that does ten other things.
jest.setTimeout(180_000);

/** Those who visit a file's service. After each test the guards of all say what went wrong on any page. */
export interface Visits {
  arrive(look?: Look): Promise<Visitor>;
}

/** A `describeProject` whose tests have a browser; left out where there is no Chromium. */
export function describeInBrowser(
  name: string,
  tests: (visits: Visits, service: SharedService, fixture: Fixture) => void,
): void {
  if (chromium === null) it.skip(name, () => undefined);
  else describeProject(name, (service, fixture) => tests(openVisits(service), service, fixture), 'console');
}

/** A `describe` for a service of the file's own making, whose tests have a browser; left out where there is no Chromium. */
export function describeOwnInBrowser(name: string, tests: () => void): void {
  if (chromium === null) it.skip(name, () => undefined);
  else describe(name, tests);
}

/** Where a person finds the service: an address cannot have passkeys. */
export function originOf({ baseUrl }: Pick<TestService, 'baseUrl'>): string {
  return baseUrl.replace('127.0.0.1', 'localhost');
}

/** Opens visits of a service, which may only have an address when somebody arrives. */
export function openVisits(service: Pick<TestService, 'baseUrl'>): Visits {
  const visitors: Visitor[] = [];
  let browser: Browser;
  beforeAll(async () => {
    const { url } = await askTestRun<{ url: string }>('browser');
    // Only files that run with a browser load it.
    browser = await (await import('playwright-core')).chromium.connect(url);
  });
  afterEach(() => expect(visitors.flatMap(({ guard }) => guard.take())).toEqual([]));
  afterAll(async () => {
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    await browser.close();
  });
  return {
    async arrive(look) {
      const visitor = await Visitor.arrive(browser, originOf(service), look);
      visitors.push(visitor);
      return visitor;
    },
  };
}
