import { isSpecType } from '@modelcontextprotocol/server';
import type { Message } from './called-operation.js';

/** Checks the forms of the protocol's requests. `tools/call` is absent: the tool itself checks its arguments. */
const FORMS = new Map<unknown, (message: unknown) => boolean>([
  ['initialize', isSpecType.InitializeRequest],
  ['tools/list', isSpecType.ListToolsRequest],
  ['resources/list', isSpecType.ListResourcesRequest],
  ['resources/templates/list', isSpecType.ListResourceTemplatesRequest],
  ['resources/read', isSpecType.ReadResourceRequest],
  ['prompts/list', isSpecType.ListPromptsRequest],
  ['prompts/get', isSpecType.GetPromptRequest],
  ['completion/complete', isSpecType.CompleteRequest],
]);

/**
 * Whether a message has the form of its method. The SDK answers a malformed one with an internal error (-32603), which
 * the history would blame on the service.
 */
export function isWellFormed(message: Message): boolean {
  return FORMS.get(message.method)?.(message) ?? true;
}
