/** Stands for infrastructure that is handed on and never used: each of its members is as inert as itself. */
export function inert<Type>(): Type {
  const members = { get: (_: object, name: string | symbol) => (isAsked(name) ? undefined : inert()) };
  return new Proxy(() => inert(), members) as Type;
}

/** What Nest looks for in a value that it is given, and calls where it finds it. */
function isAsked(name: string | symbol): boolean {
  return typeof name === 'symbol' || name === 'then' || name.startsWith('on');
}
