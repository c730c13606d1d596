import { Readable } from 'node:stream';
import { conflictWith, type CurrentState, type ErrorCode } from '@service/contracts';
import type { ExportFormatName } from '@service/platform/exports';
import type { FastifyReply } from 'fastify';
import { conflictOf, type AnyOperation } from '../../interface/operation.js';
import { preferredType } from './accept.js';
import { entityTag } from './entity-tag.js';
import type { GatewayRequest } from './gateway-request.js';
import { CSV, CSV_ANSWER, JSON_ANSWER, JSON_MEDIA, NDJSON, STREAMABLE, TABULAR } from './media-types.js';

/** The media types that an operation answers; the first is the default. */
export function producedBy({
  exportedBy,
  table,
}: Pick<AnyOperation, 'exportedBy' | 'table'>): readonly string[] {
  if (exportedBy !== undefined) return STREAMABLE;
  return table === undefined ? [JSON_MEDIA] : TABULAR;
}

/** The format in which `Accept` asks for all of a list; null for a page of it. */
export function exportFormatOf(accept: string | undefined): ExportFormatName | null {
  const type = preferredType(accept, STREAMABLE) ?? JSON_MEDIA;
  if (type === JSON_MEDIA) return null;
  return type === CSV ? 'csv' : 'ndjson';
}

/** Answers an export, line by line. */
export function exported(reply: FastifyReply, text: Readable, format: ExportFormatName): Readable {
  void reply.type(format === 'csv' ? CSV_ANSWER : NDJSON);
  return text;
}

/** The body of an answer: a table where `Accept` asks for one, else JSON, which a use case may have written itself. */
export function bodyOf(
  { table }: AnyOperation,
  request: GatewayRequest,
  reply: FastifyReply,
  answer: unknown,
): unknown {
  if (table !== undefined && preferredType(request.headers.accept, TABULAR) === CSV) {
    return exported(reply, Readable.from(table(answer as never), { objectMode: false }), 'csv');
  }
  if (typeof answer === 'string') void reply.type(JSON_ANSWER);
  return answer;
}

/**
 * Notes the version of an answered resource that has one.
 * @param expected the version that a reader names; null for any. Owners compare that of a change before it is made.
 * @throws ServiceError the operation's conflict, where there is another version.
 */
export function noteVersion(
  operation: AnyOperation,
  request: GatewayRequest,
  reply: FastifyReply,
  answer: unknown,
  expected: number | null,
): void {
  const conflict: ErrorCode | undefined = conflictOf(operation);
  const resource = versionedOf(answer, conflict !== undefined);
  if (resource === null) return;
  request.answeredVersion = resource.version;
  if (conflict === undefined || expected === null || expected === resource.version) return;
  void reply.header('etag', entityTag(resource.version, JSON.stringify(answer)));
  throw conflictWith(conflict, resource);
}

/** The resource that an answer is, or, for an operation that compares versions, the project that it shows with more. */
function versionedOf(answer: unknown, compares: boolean): CurrentState | null {
  if (isVersioned(answer)) return answer;
  const { project } = (answer ?? {}) as { project?: unknown };
  return compares && isVersioned(project) ? project : null;
}

function isVersioned(answer: unknown): answer is CurrentState {
  return typeof answer === 'object' && answer !== null && 'version' in answer && 'state' in answer;
}
