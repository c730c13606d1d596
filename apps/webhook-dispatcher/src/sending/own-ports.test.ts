import { loadSettings } from '@service/platform/settings';
import { expect, it } from '@jest/globals';
import { ownPorts } from './own-ports.js';

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
