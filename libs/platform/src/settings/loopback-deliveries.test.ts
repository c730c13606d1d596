import { describe, expect, it } from '@jest/globals';
import { loadSettings } from './load-settings.js';
import { allowsLoopbackDeliveries } from './loopback-deliveries.js';

const plaintext = { KAFKA_ALLOW_PLAINTEXT: 'on', DATABASE_ALLOW_PLAINTEXT: 'on' };
const allowedWith = (variables: NodeJS.ProcessEnv) =>
  allowsLoopbackDeliveries(loadSettings({ ENVIRONMENT: 'development', ...plaintext, ...variables }));

describe('deliveries to the loopback address', () => {
  it('are allowed in a service that is tried out on one machine', () => {
    expect(allowedWith({})).toBe(true);
    expect(allowedWith({ DELIVERY_LOOPBACK: 'auto', PORT: '8080' })).toBe(true);
  });

  it.each<NodeJS.ProcessEnv>([
    { TLS_CERT_FILE: '/cert.pem', TLS_KEY_FILE: '/key.pem' },
    { TRUSTED_PROXIES: '10.0.0.1' },
    { KAFKA_BROKERS: 'kafka.example:9092' },
    { DATABASE_URL: 'postgres://db.example/development' },
    { DATABASE_OWNER_URL: 'postgres://db.example/development' },
    { DATABASE_URL_VERIFY_API: 'postgres://db.example/development' },
  ])('are not allowed where others use it: %j', (variables) => {
    expect(allowedWith(variables)).toBe(false);
    expect(allowedWith({ ...variables, DELIVERY_LOOPBACK: 'on' })).toBe(true);
  });

  it('are not allowed where the setting says so', () => {
    expect(allowedWith({ DELIVERY_LOOPBACK: 'off' })).toBe(false);
  });
});
