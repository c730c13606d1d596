import type { AdmittedOperation } from '../operations/operation.js';

/** What a message counts as that calls no operation of the service, such as one that lists tools or reads a prompt. */
export const protocolMessage: AdmittedOperation = { name: 'mcp.message', access: 'any', kind: 'read' };
