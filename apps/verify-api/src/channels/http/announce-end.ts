import type { FastifyReply } from 'fastify';
import { deprecationFields } from '../../interface/deprecation.js';
import type { AdmittedOperation } from '../../interface/operation.js';

/** Adds the header fields of a deprecated operation, before anything can be refused: errors have them too. */
export function announceEnd({ deprecation }: AdmittedOperation, reply: FastifyReply): void {
  if (deprecation !== undefined) void reply.headers(deprecationFields(deprecation));
}
