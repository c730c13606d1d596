import type { Exactly, Form } from './from-schema.js';
import type { Answer, SchemaName } from './schemas.js';

/**
 * The type that a returned answer must have: `unknown` if its form is exactly that of its schema. Otherwise it is a
 * type with a member that no answer has, so that the definition does not compile.
 * @template Rendered types that are not compared, because their code writes the text itself.
 */
export type AnswerCheck<Returned, Rendered, Name extends SchemaName> = [
  Exclude<Awaited<Returned>, Rendered>,
] extends [never]
  ? unknown
  : Exactly<Form<Exclude<Awaited<Returned>, Rendered>>> extends Exactly<Form<Answer<Name>>>
    ? unknown
    : { 'What it returns is not what its schema describes': Name };
