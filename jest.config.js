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
  'leaks',
  'limited-credentials',
  'limits',
  'live-stream',
  'open-transactions',
  'projects',
  'records',
  'restarts',
  'security/other-projects',
  'subscriptions',
  'tampering',
  'transparency-log',
  'verify',
];

/** The files that take the longest, mostly because they stop, kill and start services or database servers. */
const LONG = [
  'apps/standalone/src/make-event-keys',
  'apps/standalone/src/migrations',
  'clients/cli/src/service/faults',
  'libs/platform/src/postgres/embedded-server',
  'libs/platform/src/postgres/first-start',
  'libs/platform/src/postgres/migrations/run-migrations',
  'libs/platform/src/postgres/server-guard',
  'libs/platform/src/postgres/server-user',
  'test/command-line',
  'test/concurrent-callers',
  'test/consistency',
  'test/console-sessions',
  'test/crash',
  'test/documentation',
  'test/erasure',
  'test/history-check',
  'test/kills',
  'test/live-stream',
  'test/mcp-conformance',
  'test/moving',
  'test/open-transactions',
  'test/restarts',
  'test/scrubbed-log',
  'test/security/forged-credentials',
  'test/security/odd-bodies',
  'test/security/other-environments',
  'test/security/rolled-back-data',
  'test/security/secrets',
  'test/standby',
  'test/standalone/bundle-verify',
  'test/standalone/environments',
  'test/standalone/first-start',
  'test/standalone/image-files',
  'test/standalone/log-recovery',
  'test/standalone/outside-databases',
  'test/standalone/secret-files',
  'test/standalone/stops',
  'test/standalone/tls',
  'test/tampering',
  'test/tracing',
  'test/witnessed-log',
];

for (const name of [...DEPENDING_ON_THE_DRIVER.map((name) => `test/${name}`), ...LONG]) {
  if (!existsSync(`${import.meta.dirname}/${name}.test.ts`)) throw new Error(`There is no ${name}.test.ts.`);
}

const longFiles = LONG.map((name) => `<rootDir>/${name}.test.ts`);
const withoutLongFiles = ['/node_modules/', ...longFiles];

const filesOnKafka = process.env.ALL_ON_KAFKA === 'on' ? '*' : `{${DEPENDING_ON_THE_DRIVER.join()}}`;

export default {
  // A hang fails, a machine that others use does not; `eventually` gives up sooner and says what did not happen. Jest
  // ignores it in a project's settings.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/run/sequencer.js',
  // Node frees no modules of files that have run: a worker of 3 GB spends its time on memory, and cannot end in time.
  workerIdleMemoryLimit: '1200MB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,apps,clients}/*/src/**/*.test.ts',
        '<rootDir>/{bench,examples,infra}/**/*.test.ts',
      ],
      testPathIgnorePatterns: withoutLongFiles,
    },
    {
      ...shared,
      displayName: 'end-to-end',
      testMatch: [
        '<rootDir>/test/*.test.ts',
        '<rootDir>/test/standalone/**/*.test.ts',
        '<rootDir>/test/security/**/*.test.ts',
      ],
      testPathIgnorePatterns: withoutLongFiles,
    },
    {
      ...shared,
      displayName: 'long',
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
