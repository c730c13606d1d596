/** Names that class-transformer would treat as the object's prototype. */
export const RESERVED_NAMES: readonly string[] = ['__proto__', 'constructor'];
