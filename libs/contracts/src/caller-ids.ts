const OAUTH = 'oauth:';

/** Form of the ids of callers: a credential's id, an operator's, a link's, or `oauth:` and the subject of access tokens. */
export const CALLER_ID = {
  pattern: /^(?:crd_|opr_|lnk_|oauth:)/,
  is: 'the id of a credential, an operator or a link, or oauth: and a subject',
};
/** Characters of the longest id of a caller: subjects have at most 255 (OpenID Connect Core, section 2). */
export const LONGEST_CALLER_ID = 261;

/** The id of an access token's subject in limits, commands, usage and filters. */
export function oauthCallerId(subject: string): string {
  return OAUTH + subject;
}

/** The access token's subject in a caller id; null for the id of a credential or an operator. */
export function oauthSubjectOf(callerId: string): string | null {
  return callerId.startsWith(OAUTH) && callerId.length > OAUTH.length ? callerId.slice(OAUTH.length) : null;
}
