import { eventOperations } from '../../../events/event.operations.js';
import { interactionOperations } from '../../../interactions/interaction.operations.js';
import { explainError } from '../explain-error.js';
import { DATA_NOTE, page, shownPage, text, textOrNull } from './tool-forms.js';
import { DETAIL, SHORT_PAGE, defineTool, type Tool } from './tool.js';

interface PageOf<Item> {
  data: Item[];
  next_cursor: string | null;
}

// Without the lists of allowed values, which are long; an error names them.
const EVENT_FILTERS = {
  from: { description: 'Then or later.' },
  to: null,
  order: null,
  subject_id: { description: 'About this subject.' },
};
const CATEGORY = { enum: undefined, description: 'Like `record` or `service.record.revoked`.' };
const ERROR_CODE = { enum: undefined, description: 'Like `record.not_found`.' };
const FILTERS = {
  from: { description: 'Then or later.' },
  to: { description: 'Before.' },
  channel: { description: undefined },
  credential_id: { description: 'By this credential, or `oauth:` and a subject.' },
  outcome: { description: undefined },
  subject: { description: 'About this subject.' },
  reads: null,
};
const OPERATION = { enum: undefined, description: 'Like `records.verify`.' };

/** Tools that list what happened, and that explain codes. */
export const auditTools: readonly Tool[] = [
  defineTool({
    name: 'list_events',
    title: 'List events',
    description: `Lists changes of records, authorities and credentials, oldest first. Ask again with next_cursor for newer ones. An event may be outdated: verify_record knows the state now. ${DATA_NOTE}`,
    operation: eventOperations.list,
    input: { ...SHORT_PAGE, ...EVENT_FILTERS, detail: DETAIL, category: CATEGORY },
    output: { data: page, next_cursor: textOrNull },
    show: (answer, { full }) => {
      const page = JSON.parse(answer as string) as PageOf<object>;
      return full ? page : withoutEvidence(page);
    },
  }),
  defineTool({
    name: 'list_interactions',
    title: 'List interactions',
    description: `Lists who asked this service for what, newest first, from a history that nobody changes unseen. ${DATA_NOTE}`,
    operation: interactionOperations.list,
    input: { ...SHORT_PAGE, ...FILTERS, operation: OPERATION, error_code: ERROR_CODE },
    output: { data: page, next_cursor: textOrNull },
  }),
  defineTool({
    name: 'explain_error',
    title: 'Explain a code',
    description: 'Explains a code of an error, or a reason or warning of a verdict, and what to do about it.',
    operation: explainError,
    output: { code: text, meaning: text },
  }),
];

/** Leaves out the evidence, which is long and says nothing about the present state. */
function withoutEvidence({ data, next_cursor }: PageOf<object>): object {
  return shownPage(next_cursor, data, (event) =>
    Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'evidence')),
  );
}
