import { answers } from './answers.js';
import { bodies } from './bodies.js';

/**
 * An example of every request and answer body, by the name of its schema, or by its operation if the schema has no name.
 * All tell one story: a registry's authority, its record 42, and a checkout that verifies it. They are recorded answers
 * of a service, with the bundle and the chain cut short, and token and secret replaced.
 */
export const examples: Readonly<Record<string, unknown>> = { ...bodies, ...answers };
