/**
 * Regular expression that finds a token of any kind in any text, for secret scanners; PCRE, RE2 and ECMAScript
 * read it alike. The last six characters are a CRC-32, so that a match can be confirmed without a look-up.
 */
export const TOKEN_PATTERN = String.raw`\bsvc_(?:audit_|op_)?(?:dev|prod)_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}\b`;
