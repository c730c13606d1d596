import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { invalidRequest } from '@service/contracts';
import type { FastifyRequest } from 'fastify';

/** The version that an `If-Match` header names (RFC 9110, section 13.1.1); null without the header and for `*`. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext) =>
  parseIfMatch(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

/** @throws ServiceError `request.invalid` unless it is the strong tag of a version. */
export function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^\s*"([1-9]\d{0,8})"\s*$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw invalidRequest('If-Match', 'must be a version in quotes, as the ETag gave it');
}
