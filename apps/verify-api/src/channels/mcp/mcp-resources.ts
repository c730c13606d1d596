import { escapeJson } from '@service/evidence';
import { authorityOperations } from '../../authorities/authority.operations.js';
import { evidenceOperations } from '../../evidence/evidence.operations.js';
import type { AnyOperation } from '../../interface/operation.js';
import { recordOperations } from '../../records/record.operations.js';
import { explainError } from './explain-error.js';
import type { McpExchange } from './mcp-exchange.js';

const JSON_TYPE = 'application/json';

interface ResourceKind {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: AnyOperation;
  readonly pattern: RegExp;
  /** Member of the operation's input that the address holds. */
  readonly member: string;
}

const kinds: readonly ResourceKind[] = [
  {
    uriTemplate: 'record://{id}',
    name: 'record',
    title: 'Record',
    description: 'A record as it is registered. It proves nothing: use verify_record for that.',
    operation: recordOperations.read,
    pattern: /^record:\/\/([^/?#]+)$/,
    member: 'record_id',
  },
  {
    uriTemplate: 'record://{id}/evidence',
    name: 'evidence',
    title: 'Evidence of a record',
    description: 'All evidence of a record, to be checked offline. It is long: several kilobytes.',
    operation: evidenceOperations.read,
    pattern: /^record:\/\/([^/?#]+)\/evidence$/,
    member: 'record_id',
  },
  {
    uriTemplate: 'authority://{id}',
    name: 'authority',
    title: 'Authority',
    description: 'Who issues records, for what scope, and until when.',
    operation: authorityOperations.read,
    pattern: /^authority:\/\/([^/?#]+)$/,
    member: 'authority_id',
  },
  {
    uriTemplate: 'error://{code}',
    name: 'error',
    title: 'Error code',
    description: 'What a code of an error or of a verdict means, and what to do about it.',
    operation: explainError,
    pattern: /^error:\/\/([^/?#]+)$/,
    member: 'code',
  },
];

/** The templates of what a caller may read. */
export function listedTemplates(exchange: McpExchange) {
  return kinds
    .filter(({ operation }) => exchange.allows(operation))
    .map(({ uriTemplate, name, title, description }) => ({
      uriTemplate,
      name,
      title,
      description,
      mimeType: JSON_TYPE,
    }));
}

/**
 * Reads a resource; null where no resource has this address.
 * @param nonce that the signature in a document covers.
 * @throws ServiceError as the operation that reads it.
 */
export async function readResource(exchange: McpExchange, uri: string, nonce: unknown) {
  const reading = readingOf(uri);
  if (reading === null) return null;
  const answer = await exchange.run(reading.operation, reading.members, { nonce });
  exchange.request.context.evidence = null;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return [{ uri, mimeType: JSON_TYPE, text: escapeJson(text) }];
}

/** The operation that reads a resource, and its input; null where no resource has this address. */
export function readingOf(uri: string): { operation: AnyOperation; members: object } | null {
  for (const { pattern, operation, member } of kinds) {
    const id = pattern.exec(uri)?.[1];
    if (id !== undefined) return { operation, members: { [member]: id } };
  }
  return null;
}
