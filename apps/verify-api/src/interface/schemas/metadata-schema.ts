import { count, mapOf, text, described } from './schema-forms.js';

/** The members of a subject that has metadata. */
export const notes = {
  metadata: described(
    mapOf(text),
    'Notes of the project, which prove nothing. They have no part in `version`.',
  ),
  metadata_version: described(count, 'Rises by one with each change of the metadata; 0 before the first.'),
} as const;
