import { answers } from './answers.js';
import { bodies } from './bodies.js';

/**
 * An example of every body that is sent and answered, by the name of its schema, or by the operation whose body has no
 * name. All tell one story: a registry's authority, its record 42, and a checkout that verifies it. They were answers of
 * a service once, but the bundle and the chain are cut short, and token and secret were replaced.
 */
export const examples: Readonly<Record<string, unknown>> = { ...bodies, ...answers };
