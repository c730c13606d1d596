/** The language of the Console's texts, also of its dates and numbers: a mixture would be read wrongly. */
export const LOCALE = 'en-GB';
