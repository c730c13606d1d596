import { expect, it } from '@jest/globals';
import type { Environment } from '@service/contracts';
import { loadSettings } from '@service/platform/settings';
import { guardOf, ownPorts } from './guard-of.js';

it('allows no delivery to a database, even if this host may receive deliveries', () => {
  const databaseUrls = [
    'postgres://service@127.0.0.1:6001/service',
    'postgres://service@127.0.0.1:6002/service',
  ];
  const guard = guardOf({ settings: loadSettings({ ENVIRONMENT: 'development' }), databaseUrls });
  const isAllowed = (port: number) => guard.faultOf('127.0.0.1', port) === null;
  expect([6_001, 6_002, 3_000, 3_001, 6_003].map(isAllowed)).toEqual([false, false, false, false, true]);
});

it('allows no delivery to a port of a neighbour, as long as it is one', () => {
  const neighbourPorts = new Set<number>();
  const settings = loadSettings({ ENVIRONMENT: 'development' });
  const guard = guardOf({ settings, databaseUrls: [], neighbourPorts });
  const allowed = () => [6_001, 6_002].filter((port) => guard.faultOf('127.0.0.1', port) === null);
  expect(allowed()).toEqual([6_001, 6_002]);
  neighbourPorts.add(6_001);
  expect(allowed()).toEqual([6_002]);
  neighbourPorts.clear();
  neighbourPorts.add(6_002);
  expect(allowed()).toEqual([6_001]);
});

it('allows deliveries to this host in development alone, and only where the settings do', () => {
  const isAllowed = (ENVIRONMENT: Environment, variables: NodeJS.ProcessEnv) =>
    guardOf({
      settings: loadSettings({ ENVIRONMENT, ...variables }),
      databaseUrls: [],
    }).isAllowedLoopback('localhost');
  expect(isAllowed('development', {})).toBe(true);
  expect(isAllowed('development', { DELIVERY_LOOPBACK: 'off' })).toBe(false);
  expect(isAllowed('development', { TRUSTED_PROXIES: '10.0.0.1' })).toBe(false);
  expect(isAllowed('production', { DELIVERY_LOOPBACK: 'on' })).toBe(false);
});

it('the ports of the service are those of its settings', () => {
  expect([...ownPorts(loadSettings({ ENVIRONMENT: 'production' }))]).toEqual([3000, 3001, 9092]);
  const settings = loadSettings({
    ENVIRONMENT: 'production',
    PORT: '443',
    ADMIN_PORT: '9000',
    KAFKA_ALLOW_PLAINTEXT: 'on',
    DATABASE_ALLOW_PLAINTEXT: 'on',
    SERVICE_PORTS: '9001, 9002',
    KAFKA_BROKERS: 'one:9192,two:9292',
    DATABASE_URL: 'postgres://db.example/production',
  });
  const found = ['postgres://db.example:6432/production'];
  expect([...ownPorts(settings, found)]).toEqual([443, 9000, 9001, 9002, 9092, 9192, 9292, 5432, 6432]);
});
