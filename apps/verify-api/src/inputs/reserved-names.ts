/** Members that no object has: what makes instances of bodies would take them for the object's ancestry. */
export const RESERVED_NAMES: readonly string[] = ['__proto__', 'constructor'];
