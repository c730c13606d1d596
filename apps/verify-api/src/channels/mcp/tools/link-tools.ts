import { linkOperations } from '../../../links/link.operations.js';
import { text, textOrNull } from './tool-forms.js';
import { defineTool, type Tool } from './tool.js';

const LINK = { id: text, state: text };

/** Tools that share records. They exist only for credentials that may share. */
export const linkTools: readonly Tool[] = [
  defineTool({
    name: 'create_link',
    title: 'Make a link to a record',
    description:
      'Makes a link by which anybody sees whether a record is good: `path`, behind the address of this service. It is a secret, answered once.',
    operation: linkOperations.create,
    input: {
      shows: null,
      proof: { description: 'What it discloses; default `history`, the whole.' },
      expires_at: { anyOf: undefined, type: 'string', description: 'In the future.' },
    },
    output: { ...LINK, path: textOrNull },
  }),
  defineTool({
    name: 'revoke_link',
    title: 'Revoke a link',
    description: 'Ends a link, which cannot be undone.',
    operation: linkOperations.revoke,
    output: LINK,
    destructive: true,
  }),
];
