/** The token of an `Authorization` header of the Bearer scheme (RFC 6750, section 2.1); undefined for another header. */
export function bearerOf(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}
