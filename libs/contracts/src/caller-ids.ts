const OAUTH = 'oauth:';

/** Form of the ids of callers: a credential's id, an operator's, or `oauth:` and the subject of access tokens. */
export const CALLER_ID = /^(?:crd_|opr_|oauth:)/;
/** Characters of the longest one: subjects have at most 255 (OpenID Connect Core, section 2). */
export const LONGEST_CALLER_ID = 261;

/** The id by which limits, commands, usage and filters know the subject of an access token. */
export function oauthCallerId(subject: string): string {
  return OAUTH + subject;
}

/** The subject that an id is of; null for the id of a credential or of an operator. */
export function oauthSubjectOf(callerId: string): string | null {
  return callerId.startsWith(OAUTH) && callerId.length > OAUTH.length ? callerId.slice(OAUTH.length) : null;
}
