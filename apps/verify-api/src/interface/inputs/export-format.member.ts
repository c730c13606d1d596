import { EXPORTED_AS } from '@service/platform/exports';
import { ChoiceMember } from './members.js';

/** The format of an export. */
export function ExportFormatMember(): PropertyDecorator {
  return ChoiceMember('The format of the lines.', { choices: EXPORTED_AS, optional: true });
}
