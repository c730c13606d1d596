import { describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';

import { loadEnvironments } from './environments.js';
import { SettingsError } from './load-settings.js';

function problemsOf(variables: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadEnvironments(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

/** Each environment with its ports. */
const portsWith = (variables: NodeJS.ProcessEnv) =>
  loadEnvironments(variables).map(({ environment, settings }) => [
    environment,
    settings.port,
    settings.adminPort,
  ]);

const DATABASES = { DATABASE_ALLOW_PLAINTEXT: 'on' };

describe('the environments of a command or a supervisor', () => {
  it('are both, the second 100 ports above the first', () => {
    expect(portsWith({})).toEqual([
      ['development', 3000, 3001],
      ['production', 3100, 3101],
    ]);
    expect(portsWith({ PORT: '8080', ADMIN_PORT: '9090' })).toEqual([
      ['development', 8080, 9090],
      ['production', 8180, 9190],
    ]);
  });

  it('are those of ENVIRONMENTS, in their order', () => {
    expect(portsWith({ ENVIRONMENTS: 'production, development' })).toEqual([
      ['production', 3000, 3001],
      ['development', 3100, 3101],
    ]);
    expect(portsWith({ ENVIRONMENTS: 'production' })).toEqual([['production', 3000, 3001]]);
  });

  it('are the one of ENVIRONMENT, whatever else is set, at the ports as they are', () => {
    for (const ENVIRONMENTS of [undefined, 'development', 'development,production']) {
      expect(portsWith({ ENVIRONMENT: 'production', ENVIRONMENTS, PORT: '8080' })).toEqual([
        ['production', 8080, 3001],
      ]);
    }
  });

  it('are those of the caller where neither is set', () => {
    const namesWith = (variables: NodeJS.ProcessEnv) =>
      loadEnvironments(variables, ['development']).map(({ environment }) => environment);
    expect(namesWith({})).toEqual(['development']);
    expect(namesWith({ ENVIRONMENT: 'production' })).toEqual(['production']);
    expect(namesWith({ ENVIRONMENTS: 'development,production' })).toEqual(['development', 'production']);
  });

  it('all have any free port where the setting says so', () => {
    expect(portsWith({ PORT: '0', ADMIN_PORT: '0' })).toEqual([
      ['development', 0, 0],
      ['production', 0, 0],
    ]);
  });
});

describe('a port that would be too high for an environment', () => {
  it('is told with where it comes from, unless the environment has one of its own', () => {
    expect(problemsOf({ PORT: '65500' })).toEqual([
      'production: PORT would be 65600, above 65535: set PORT_PRODUCTION, or PORT to at most 65435.',
    ]);
    expect(portsWith({ PORT: '65500', PORT_PRODUCTION: '8443' })).toContainEqual(['production', 8443, 3101]);
  });
});

describe('the settings of an environment', () => {
  it('are the plain ones, and those with its name, which win and reach no other environment', () => {
    const [development, production] = loadEnvironments({
      PORT: '8080',
      PORT_PRODUCTION: '8443',
      ADMIN_PORT_DEVELOPMENT: '9000',
      LOG_LEVEL: 'warn',
      LOG_LEVEL_PRODUCTION: 'error',
      PEPPER_FILE_PRODUCTION: '/run/secrets/pepper',
    });
    expect(development.settings).toMatchObject({
      environment: 'development',
      port: 8080,
      adminPort: 9000,
      logLevel: 'warn',
      pepperFile: undefined,
    });
    expect(production?.settings).toMatchObject({
      environment: 'production',
      port: 8443,
      adminPort: 3101,
      logLevel: 'error',
      pepperFile: '/run/secrets/pepper',
    });
  });

  it('are handed on as variables without those of others, and as they are where they are no settings', () => {
    const [development, production] = loadEnvironments({
      PATH: '/bin',
      PEPPER_FILE_PRODUCTION: '/run/secrets/pepper',
      PEPPER_FILE_DEVELOPMENT: '/home/me/pepper',
      OTEL_TRACES_SAMPLER_ARG_PRODUCTION: '1',
    });
    expect(development.variables).toEqual({
      ENVIRONMENT: 'development',
      PATH: '/bin',
      PORT: '3000',
      ADMIN_PORT: '3001',
      PEPPER_FILE: '/home/me/pepper',
    });
    expect(production?.variables).toEqual({
      ENVIRONMENT: 'production',
      PATH: '/bin',
      PORT: '3100',
      ADMIN_PORT: '3101',
      PEPPER_FILE: '/run/secrets/pepper',
      OTEL_TRACES_SAMPLER_ARG: '1',
    });
  });

  it('are read in the same way with ENVIRONMENT', () => {
    const [{ settings }] = loadEnvironments({
      ENVIRONMENT: 'production',
      PORT: '8080',
      PORT_PRODUCTION: '8443',
      PORT_DEVELOPMENT: 'no port',
    });
    expect(settings.port).toBe(8443);
  });
});

describe('environments are refused', () => {
  it.each([
    ['ENVIRONMENTS', ''],
    ['ENVIRONMENTS', 'staging'],
    ['ENVIRONMENTS', 'development,'],
    ['ENVIRONMENTS', 'production,production'],
    ['ENVIRONMENT', ''],
    ['ENVIRONMENT', 'staging'],
    ['ENVIRONMENT', 'development,production'],
  ])('with %s=%j, in one sentence that shows both', (variable, value) => {
    expect(problemsOf({ [variable]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${variable} must be .*, not ${JSON.stringify(value)}\\.$`)),
    ]);
  });

  it('with all problems at once: one of all is told once, one of a single environment names it', () => {
    expect(problemsOf({ LOG_LEVEL: 'loud', REPLICAS_PRODUCTION: '0', CELL_DEVELOPMENT: '-1' })).toEqual([
      expect.stringMatching(/^development: CELL must be .*, not "-1"\.$/),
      expect.stringMatching(/^LOG_LEVEL must be .*, not "loud"\.$/),
      expect.stringMatching(/^production: REPLICAS must be .*, not "0"\.$/),
    ]);
    expect(problemsOf({ ENVIRONMENTS: 'production', LOG_LEVEL: 'loud' })).toEqual([
      expect.stringMatching(/^LOG_LEVEL must be /),
    ]);
  });

  it.each(['70000', '8e3', ' 80', 'http', ''])('with the port %j, as it was given', (port) => {
    expect(problemsOf({ PORT: port })).toEqual([
      `PORT must be a whole number from 0 to 65535, not ${JSON.stringify(port)}.`,
    ]);
  });

  it.each([
    ['PUBLIC_URL', 'https://records.example', 'origin'],
    ['CONSOLE_ORIGIN', 'https://console.example', 'host'],
    ['PEPPER_FILE', '/run/secrets/keys', 'file'],
    ['SEALING_KEYS_FILE', '/run/secrets/keys', 'file'],
    ['SIGNING_KEYS_FILE', '/run/secrets/keys', 'file'],
    ['COMMAND_KEYS_RECORD_STORE_FILE', '/run/secrets/keys', 'file'],
    ['EVENT_KEYS_RECORD_STORE_FILE', '/run/secrets/keys', 'file'],
    ['TRUST_POLICY_FILE', '/run/policy', 'file'],
    ['DATABASE_URL', 'postgres://db.example/records', 'database'],
    ['DATABASE_OWNER_URL', 'postgres://db.example/records', 'database'],
    ['DATABASE_URL_VERIFY_API', 'postgres://db.example/records', 'database'],
  ])('with the same %s', (variable, value, what) => {
    const sentence = `Set ${variable}_DEVELOPMENT and ${variable}_PRODUCTION to different values: environments must not have the same ${what}.`;
    expect(problemsOf({ ...DATABASES, [variable]: value })).toEqual([sentence]);
    const twice = { [`${variable}_DEVELOPMENT`]: value, [`${variable}_PRODUCTION`]: value };
    expect(problemsOf({ ...DATABASES, ...twice })).toEqual([sentence]);
    expect(problemsOf({ ...DATABASES, ENVIRONMENT: 'production', [variable]: value })).toEqual([]);
  });

  it('with one database, even with different logins, and by the names of different apps', () => {
    const problems = problemsOf({
      ...DATABASES,
      DATABASE_URL_VERIFY_API_DEVELOPMENT: 'postgres://one:pa55word@DB.example/records',
      DATABASE_URL_RECORD_STORE_PRODUCTION:
        'postgresql://two:pa55word@db.example:5432/records?sslmode=require',
    });
    expect(problems).toEqual([
      'Set DATABASE_URL_VERIFY_API_DEVELOPMENT and DATABASE_URL_RECORD_STORE_PRODUCTION to different values: environments must not have the same database.',
    ]);
  });

  it('with one file, however it is named', () => {
    const files = { PEPPER_FILE_DEVELOPMENT: './pepper', PEPPER_FILE_PRODUCTION: resolve('pepper') };
    expect(problemsOf(files)).toHaveLength(1);
  });

  it('with one host of the Console, since cookies know no ports', () => {
    const hosts = (development: string, production: string) =>
      problemsOf({ CONSOLE_ORIGIN_DEVELOPMENT: development, CONSOLE_ORIGIN_PRODUCTION: production });
    expect(hosts('https://console.example', 'https://console.example:8443')).toHaveLength(1);
    expect(hosts('https://dev.console.example', 'https://console.example')).toEqual([]);
  });

  it.each<[NodeJS.ProcessEnv, string]>([
    [{ ADMIN_PORT: '3100' }, 'Port 3100 is both ADMIN_PORT of development and PORT of production'],
    [{ PORT_PRODUCTION: '3000' }, 'Port 3000 is both PORT of development and PORT of production'],
    [
      { ADMIN_PORT_PRODUCTION: '3001' },
      'Port 3001 is both ADMIN_PORT of development and ADMIN_PORT of production',
    ],
    [
      { ENVIRONMENT: 'production', ADMIN_PORT: '3000' },
      'Port 3000 is both PORT of production and ADMIN_PORT of production',
    ],
  ])('with a port that is named twice: %j', (variables, sentence) => {
    expect(problemsOf(variables)).toEqual([`${sentence}: change one of them.`]);
  });
});

describe('environments may share', () => {
  it('a witness and an issuer', () => {
    const witness = 'witness.example/1+41a5f566+BFnYzUpFsGspKscwe5LGEIW60T1q0dzpuEVidwErJAgh';
    expect(
      problemsOf({
        LOG_WITNESSES: `${witness}@https://witness.example`,
        OAUTH_ISSUER: 'https://login.example',
        PUBLIC_URL_DEVELOPMENT: 'https://dev.records.example',
        PUBLIC_URL_PRODUCTION: 'https://records.example',
      }),
    ).toEqual([]);
  });

  it('nothing of what the apps of one environment have in common', () => {
    const database = (name: string) => `postgres://db.example/${name}`;
    expect(
      problemsOf({
        ...DATABASES,
        DATABASE_URL_VERIFY_API_DEVELOPMENT: database('development'),
        DATABASE_URL_RECORD_STORE_DEVELOPMENT: database('development'),
        DATABASE_URL_VERIFY_API_PRODUCTION: database('production'),
        DATABASE_URL_RECORD_STORE_PRODUCTION: database('production'),
      }),
    ).toEqual([]);
  });
});

it('names a setting in whose name the environment stands elsewhere than at its end', () => {
  expect(
    problemsOf({ DATABASE_URL_PRODUCTION_VERIFY_API: 'postgres://a/b', OTHER_PRODUCTION_THING: 'x' }),
  ).toEqual([
    'DATABASE_URL_PRODUCTION_VERIFY_API is not a setting: put the environment at the end, as in DATABASE_URL_VERIFY_API_PRODUCTION.',
  ]);
  expect(problemsOf({ DATABASE_OWNER_URL_DEVELOPMENT_FILE: '/x' })).toHaveLength(1);
});
