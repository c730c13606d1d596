import { kafkaIsAtHand } from './infra/kafka/at-hand.ts';

const swc = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

const shared = {
  testEnvironment: 'node',
  // The type checker and Jest read the sources of a workspace package; Node reads its build.
  testEnvironmentOptions: { customExportConditions: ['source', 'node'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^libphonenumber-js/max$': '<rootDir>/node_modules/libphonenumber-js/max/index.cjs',
  },
};

const onKafka = {
  ...shared,
  displayName: 'end-to-end on Kafka',
  testMatch: ['<rootDir>/test/*.test.ts', '<rootDir>/test/distributed/**/*.test.ts'],
  globals: { serviceDriver: 'kafka' },
  globalSetup: '<rootDir>/test/support/kafka/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/kafka/global-teardown.ts',
};

// In a short form: `npm run test:faults` keeps servers away for longer.
const faults = {
  ...shared,
  displayName: 'faults',
  testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
};

const kafkaIsThere = process.env.KAFKA_BROKERS !== undefined || (await kafkaIsAtHand());
if (!kafkaIsThere && process.env.REQUIRE_KAFKA !== undefined) {
  throw new Error('The tests on Kafka need KAFKA_BROKERS, or Java 17 and Maven.');
}

export default {
  testSequencer: '<rootDir>/test/support/shared/sequencer.js',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{libs,apps}/*/src/**/*.test.ts', '<rootDir>/examples/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'end-to-end',
      testMatch: [
        '<rootDir>/test/*.test.ts',
        '<rootDir>/test/standalone/**/*.test.ts',
        '<rootDir>/test/security/**/*.test.ts',
        '<rootDir>/test/interop/**/*.test.ts',
      ],
      globalSetup: '<rootDir>/test/support/standalone/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/standalone/global-teardown.ts',
    },
    ...(kafkaIsThere ? [onKafka, faults] : []),
  ],
};
