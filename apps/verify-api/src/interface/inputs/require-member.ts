import { invalidRequest } from '@service/contracts';

/**
 * Refuses an update without any member.
 * @throws ServiceError `request.invalid`.
 */
export function requireMember(body: object, ...names: readonly string[]): void {
  if (Object.values(body).some((value) => value !== undefined)) return;
  throw invalidRequest('', `must hold at least one of ${names.join(', ')}`);
}
