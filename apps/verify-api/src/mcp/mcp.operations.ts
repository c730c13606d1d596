import type { AdmittedOperation } from '../operations/operation.js';

/** What a message of the protocol counts as that calls no operation of the service: it lists tools, or reads a prompt. */
export const protocolMessage: AdmittedOperation = { name: 'mcp.message', access: 'any', kind: 'read' };
