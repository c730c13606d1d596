import {
  OPERATION_KINDS,
  TERMS_BOUNDS,
  countCharacters,
  parseAddressRange,
  invalidRequest,
  requireMetadata,
  type HeldCapability,
  type IssueCredential,
  type RateLimit,
} from '@service/contracts';

/**
 * Checks the terms of an issue, except for its expiry and its issuer.
 * @throws ServiceError `request.invalid`, naming the member.
 */
export function requireTerms(
  { name, capabilities, authorities, allowed_ips, rate_limit, metadata }: Omit<IssueCredential, 'secret'>,
  projectId: string | null,
): void {
  requireCapabilities(capabilities, projectId);
  requireName(name);
  if (authorities !== null) requireCount('authorities', authorities, TERMS_BOUNDS.authorities);
  if (allowed_ips !== null) requireAddresses(allowed_ips);
  if (rate_limit !== null) requireRates(rate_limit);
  requireMetadata(metadata);
}

/** @throws ServiceError `request.invalid`. */
export function requireName(name: string): void {
  if (countCharacters(name) >= 1 && countCharacters(name) <= TERMS_BOUNDS.name) return;
  throw invalidRequest('name', `must be a text of 1 to ${TERMS_BOUNDS.name} characters`);
}

/** Operators have no rights inside projects; auditors read and change nothing. */
function requireCapabilities(capabilities: readonly HeldCapability[], projectId: string | null): void {
  if (capabilities.includes('team'))
    throw invalidRequest('capabilities', 'cannot hold team, which roles give');
  const operates = capabilities.includes('operator');
  if (operates !== (projectId === null) || (operates && capabilities.length > 1)) {
    throw invalidRequest('capabilities', 'may hold operator only alone, and only without a project');
  }
  const others = capabilities.some((capability) => capability !== 'audit' && capability !== 'read');
  if (capabilities.includes('audit') && others)
    throw invalidRequest('capabilities', 'may combine audit with read only');
}

function requireAddresses(addresses: readonly string[]): void {
  requireCount('allowed_ips', addresses, TERMS_BOUNDS.allowed_ips);
  addresses.forEach((address, index) => {
    if (parseAddressRange(address) === null) {
      throw invalidRequest(`allowed_ips[${index}]`, 'must be an IPv4 or IPv6 address, or a CIDR range');
    }
  });
}

function requireRates(rates: RateLimit): void {
  const { rate } = TERMS_BOUNDS;
  const allowed = Object.entries(rates).every(
    ([kind, limit]) =>
      OPERATION_KINDS.some((known) => known === kind) &&
      Number.isInteger(limit) &&
      limit >= 1 &&
      limit <= rate,
  );
  if (allowed && Object.keys(rates).length > 0) return;
  const kinds = OPERATION_KINDS.join(', ');
  throw invalidRequest('rate_limit', `must hold whole numbers from 1 to ${rate} for some of ${kinds}`);
}

function requireCount(field: string, items: readonly string[], most: number): void {
  if (items.length >= 1 && items.length <= most) return;
  throw invalidRequest(field, `must be a list of 1 to ${most}`);
}
