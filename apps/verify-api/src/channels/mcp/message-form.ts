import { isSpecType } from '@modelcontextprotocol/server';
import type { Message } from './called-operation.js';

/** The forms of the protocol's requests. Of a tool's call, the tool itself checks the arguments. */
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
 * Whether a message has the form of its method. The SDK answers one of another form like a failure of its own (-32603),
 * which the history would blame on the service.
 */
export function isWellFormed(message: Message): boolean {
  return FORMS.get(message.method)?.(message) ?? true;
}
