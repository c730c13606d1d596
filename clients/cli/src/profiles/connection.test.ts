import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { confirmChange } from '../service/confirm.js';
import { connectionOf, environmentOf, safeAddress } from './connection.js';
import { writeProfile } from './profile-store.js';

const URL = 'https://records.example';
const NAMES = ['RVS_CONFIG_DIR', 'SERVICE_TOKEN', 'SERVICE_URL', 'RVS_PROFILE'];
const folder = temporaryFolder();

beforeAll(async () => {
  for (const name of NAMES) delete process.env[name];
  process.env['RVS_CONFIG_DIR'] = folder;
  await writeProfile({ name: 'default', url: URL, token: 'svc_prod_default', environment: 'production' });
});
afterEach(() => {
  delete process.env['SERVICE_TOKEN'];
});

describe('the token of a call', () => {
  it('is that of the file, then of the variable, then of the profile', async () => {
    expect(await connectionOf({})).toMatchObject({
      url: URL,
      token: 'svc_prod_default',
      environment: 'production',
    });
    process.env['SERVICE_TOKEN'] = 'svc_dev_variable';
    expect(await connectionOf({})).toMatchObject({ token: 'svc_dev_variable', environment: 'development' });
    process.env['SERVICE_TOKEN'] = 'eyJhbGciOi';
    expect(await connectionOf({})).toMatchObject({ token: 'eyJhbGciOi', environment: null });
    const file = join(folder, 'token');
    await writeFile(file, 'svc_dev_file\n');
    expect(await connectionOf({ 'token-file': file })).toMatchObject({ token: 'svc_dev_file' });
  });

  it('is sent to no other address than that of its profile', async () => {
    await expect(connectionOf({ url: 'https://other.example' })).rejects.toMatchObject({ exitCode: 4 });
    await expect(connectionOf({ profile: 'none' })).rejects.toThrow(/There is no profile none/);
  });
});

it.each([
  ['svc_dev_a', 'development'],
  ['svc_prod_a', 'production'],
  ['svc_audit_prod_a', 'production'],
  ['svc_op_dev_a', 'development'],
  ['eyJhbGciOi', null],
])('the token %s is of the environment %s', (token, environment) => {
  expect(environmentOf(token)).toBe(environment);
});

it('an address must keep the token from others', () => {
  expect(safeAddress('http://127.0.0.1:3000/')).toBe('http://127.0.0.1:3000');
  expect(safeAddress('https://records.example/base//')).toBe('https://records.example/base');
  for (const url of [
    'http://records.example',
    'https://records.example?x=1',
    'https://records.example/#x',
    'https://u:p@records.example',
    'records',
    'ftp://localhost',
  ]) {
    expect(() => safeAddress(url)).toThrow(/^--url must/);
  }
});

it('a change is asked about unless it is known to be one in development', async () => {
  const change = (environment: 'production' | 'development' | null, yes?: boolean) =>
    confirmChange({ environment, url: URL }, { yes }, 'records revoke');
  await expect(change('development')).resolves.toBeUndefined();
  await expect(change('production', true)).resolves.toBeUndefined();
  await expect(change('production')).rejects.toMatchObject({ exitCode: 2 });
  await expect(change(null)).rejects.toThrow(/an unknown environment at/);
});
