import { describe, expect, it } from '@jest/globals';
import { commandTypesOf, type CommandDomain, type CommandType } from './commands.js';
import { isServiceIssuer, requireIssuer } from './issuers.js';

const DOMAINS: CommandDomain[] = ['record', 'authority', 'credential', 'project', 'subscription', 'history'];
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
  it('may be a credential, which the decision judges', () => {
    expect(allowedTo('crd_1')).toEqual(ALL_TYPES);
    expect(isServiceIssuer('crd_1')).toBe(false);
  });

  it('may be the subject of an access token, for records alone', () => {
    expect(allowedTo('oauth:somebody')).toEqual(commandTypesOf('record'));
    expect(isServiceIssuer('oauth:somebody')).toBe(false);
  });

  it.each([
    ['service:verify-api', ['credential.revoke', 'history.seal']],
    ['service:host', ['record.register', 'authority.grant', 'credential.issue', 'project.create']],
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
