import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { FaultyService } from './support/faulty-service.js';
import { testDeliveries } from './test-deliveries.js';
import { testEndpoints } from './test-endpoints.js';
import { testLoad } from './test-load.js';
import { testRecovery } from './test-recovery.js';

jest.setTimeout(240_000);

// A broker and eight processes take half a minute to start, so all tests do to one service what they do.
describe('a service in two replicas of each app', () => {
  let service: FaultyService;
  beforeAll(async () => {
    service = await FaultyService.start();
  });
  afterAll(() => service.dispose());
  const started = () => service;

  // These read their topics from the beginning, which is near.
  describe('and its deliveries', () => testDeliveries(started));
  describe('and its endpoints', () => testEndpoints(started));
  describe('loses and repeats nothing under load when', () => testLoad(started));
  // Last: the service goes no further after it.
  describe('and its database', () => testRecovery(started));
});
