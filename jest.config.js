import { existsSync } from 'node:fs';

const swc = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

const withoutService = {
  testEnvironment: 'node',
  // The type checker and Jest read the sources of a workspace package; Node reads its build.
  testEnvironmentOptions: { customExportConditions: ['source', 'node'] },
  extensionsToTreatAsEsm: ['.ts'],
  // The client as it is published has the name of its sources.
  modulePathIgnorePatterns: ['<rootDir>/clients/typescript/dist/'],
  transform: { '\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // These publish TypeScript under the condition `source` too.
    '^eventsource$': '<rootDir>/node_modules/eventsource/dist/index.js',
    '^eventsource-parser$': '<rootDir>/node_modules/eventsource-parser/dist/index.js',
    '^eventsource-parser/stream$': '<rootDir>/node_modules/eventsource-parser/dist/stream.js',
    '^libphonenumber-js/max$': '<rootDir>/node_modules/libphonenumber-js/max/index.cjs',
  },
};

const shared = {
  ...withoutService,
  globalSetup: '<rootDir>/test/support/run/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/run/global-teardown.ts',
};

/** End-to-end files whose outcome can depend on how commands and events travel. */
const DEPENDING_ON_THE_DRIVER = [
  'consistency',
  'crash',
  'credential-rotation',
  'credentials',
  'deliveries',
  'events',
  'idempotency',
  'isolation',
  'leaks',
  'limited-credentials',
  'limits',
  'live-stream',
  'operators',
  'projects',
  'records',
  'restarts',
  'sealed-history',
  'signed-elements',
  'subscriptions',
  'tampering',
  'transparency-log',
  'usage',
  'verify',
  'witnessed-log',
];

/** End-to-end files that take half a minute or more, mostly because they stop, kill and start services. */
const LONG = [
  'client-contract',
  'crash',
  'documentation',
  'history-check',
  'kills',
  'restarts',
  'scrubbed-log',
  'security/rolled-back-data',
  'standalone/first-start',
  'standalone/log-recovery',
  'standalone/secret-files',
  'standalone/stops',
  'tampering',
];

for (const name of [...DEPENDING_ON_THE_DRIVER, ...LONG]) {
  if (!existsSync(`${import.meta.dirname}/test/${name}.test.ts`))
    throw new Error(`There is no test/${name}.test.ts.`);
}

const longFiles = LONG.map((name) => `<rootDir>/test/${name}.test.ts`);

const filesOnKafka = process.env.ALL_ON_KAFKA === 'on' ? '*' : `{${DEPENDING_ON_THE_DRIVER.join()}}`;

export default {
  // A hang fails, a machine that others use does not; `eventually` gives up sooner and says what did not happen. Jest
  // ignores it in a project's settings.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/run/sequencer.js',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,apps,clients}/*/src/**/*.test.ts',
        '<rootDir>/{bench,examples,infra}/**/*.test.ts',
      ],
    },
    {
      ...shared,
      displayName: 'end-to-end',
      testMatch: [
        '<rootDir>/test/*.test.ts',
        '<rootDir>/test/standalone/**/*.test.ts',
        '<rootDir>/test/security/**/*.test.ts',
      ],
      testPathIgnorePatterns: ['/node_modules/', ...longFiles],
    },
    {
      ...shared,
      displayName: 'end-to-end-long',
      testMatch: longFiles,
    },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'interop',
      testMatch: ['<rootDir>/test/interop/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'kafka',
      testMatch: [`<rootDir>/test/${filesOnKafka}.test.ts`, '<rootDir>/test/distributed/**/*.test.ts'],
      globals: { serviceDriver: 'kafka' },
      globalSetup: '<rootDir>/test/support/kafka/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/kafka/global-teardown.ts',
    },
    // It needs the tools of `npm run tools`, and no service.
    {
      ...withoutService,
      displayName: 'chart',
      testMatch: ['<rootDir>/test/chart/**/*.test.ts'],
    },
    // Needs promtool, and takes minutes.
    {
      ...shared,
      displayName: 'alerts',
      testMatch: ['<rootDir>/test/alerts/**/*.test.ts'],
    },
    // `FAULTS=long` keeps servers away for longer.
    {
      ...shared,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
    },
  ],
};
