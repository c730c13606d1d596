import { EXPORTED_AS } from '@service/platform/exports';
import { ChoiceMember } from './members.js';

/** What an export is written as. */
export function ExportFormatMember(): PropertyDecorator {
  return ChoiceMember({ description: 'The format of the lines.', choices: EXPORTED_AS, optional: true });
}
