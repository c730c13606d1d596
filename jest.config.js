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

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{libs,apps}/*/src/**/*.test.ts', '<rootDir>/examples/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'end-to-end',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
    },
  ],
};
