import { count, mapOf, text } from './schema-forms.js';

/** The members of a subject that has metadata. */
export const notes = {
  metadata: {
    ...mapOf(text),
    description: 'Notes of the project, which prove nothing. They have no part in `version`.',
  },
  metadata_version: {
    ...count,
    description: 'Rises by one with each change of the metadata; 0 before the first.',
  },
} as const;
