import {
  EVENT_CATEGORIES,
  SIGNATURE_SCHEMES,
  SUBSCRIPTION_BOUNDS,
  countCharacters,
  isStorable,
  invalidRequest,
  type SubscriptionTerms,
} from '@service/contracts';

/**
 * Refuses invalid terms. Whether deliveries to the endpoint are allowed is checked elsewhere.
 * @throws ServiceError `request.invalid`.
 */
export function requireSubscriptionTerms({
  endpoint,
  categories,
  description,
  signatures,
}: SubscriptionTerms): void {
  requireText('endpoint', endpoint, SUBSCRIPTION_BOUNDS.endpoint);
  if (description !== null) requireText('description', description, SUBSCRIPTION_BOUNDS.description);
  if (categories.length === 0) throw invalidRequest('categories', 'must name at least one category');
  const unknown = categories.findIndex((category) => !EVENT_CATEGORIES.includes(category));
  if (unknown >= 0) throw invalidRequest(`categories[${unknown}]`, 'is no category of /v1/event-categories');
  if (new Set(categories).size < categories.length)
    throw invalidRequest('categories', 'must name no category twice');
  const schemes = SIGNATURE_SCHEMES.filter((scheme) => signatures.includes(scheme));
  if (schemes.length < signatures.length || !schemes.includes('v1'))
    throw invalidRequest('signatures', 'must be v1, or v1 and v1a');
}

function requireText(field: string, text: string, longest: number): void {
  const length = countCharacters(text);
  if (length >= 1 && length <= longest && isStorable(text)) return;
  throw invalidRequest(field, `must be a text of 1 to ${longest} characters`);
}
