import type { Exactly, Form } from './from-schema.js';
import type { Answer, SchemaName } from './schemas.js';

/**
 * What is asked of what is returned as an answer: nothing where it has exactly the form that its schema describes, else
 * a member that it lacks, so that it does not compile.
 * @template Rendered what is let through, because its code writes the text itself.
 */
export type AnswerCheck<Returned, Rendered, Name extends SchemaName> = [
  Exclude<Awaited<Returned>, Rendered>,
] extends [never]
  ? unknown
  : Exactly<Form<Exclude<Awaited<Returned>, Rendered>>> extends Exactly<Form<Answer<Name>>>
    ? unknown
    : { 'What it returns is not what its schema describes': Name };
