declare const RVS_VERSION: string;

/** This program with its version. */
export function program(): string {
  return `rvs ${RVS_VERSION}`;
}
