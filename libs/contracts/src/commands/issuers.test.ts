import { describe, expect, it } from '@jest/globals';
import { commandTypesOf, type CommandDomain, type CommandType } from './commands.js';
import { isServiceIssuer, requireIssuer } from './issuers.js';

const DOMAINS: CommandDomain[] = [
  'record',
  'authority',
  'credential',
  'operator',
  'project',
  'subscription',
  'history',
];
const ALL_TYPES = DOMAINS.flatMap(commandTypesOf) as CommandType[];

/** The commands that an issuer is not refused. */
const allowedTo = (issued_by: unknown) =>
  ALL_TYPES.filter((type) => {
    try {
      requireIssuer({ type, issued_by: issued_by as string });
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'authentication.invalid' });
      return false;
    }
  });

describe('the issuer of a command', () => {
  it.each(['crd_1', 'opr_1'])(
    'may be a credential or an operator, whom the decision judges: %s',
    (issuer) => {
      expect(allowedTo(issuer)).toEqual(ALL_TYPES);
      expect(isServiceIssuer(issuer)).toBe(false);
    },
  );

  it('may be the subject of an access token, for records alone', () => {
    expect(allowedTo('oauth:somebody')).toEqual(commandTypesOf('record'));
    expect(isServiceIssuer('oauth:somebody')).toBe(false);
  });

  it.each([
    ['service:verify-api', ['credential.revoke', 'operator.add_key', 'operator.provision', 'history.seal']],
    [
      'service:host',
      ['record.register', 'authority.grant', 'credential.issue', 'operator.invite', 'project.create'],
    ],
  ])('may be %s, for its own commands and no others', (issuer, commands) => {
    expect(allowedTo(issuer)).toEqual(commands);
    expect(isServiceIssuer(issuer)).toBe(true);
  });

  it.each([
    null,
    undefined,
    '',
    'service:',
    'service:record-store',
    'service:constructor',
    'constructor',
    'prj_1',
    'oauth:',
    'oauth',
    7,
  ])('cannot be %j', (issuer) => expect(allowedTo(issuer)).toEqual([]));
});
