/** Names that libraries may treat as the prototype of an object. */
export const RESERVED_NAMES: readonly string[] = ['__proto__', 'constructor'];
