/** Routes by their path, for telling a path that does not exist from a method that it does not know. */
export class RouteTable {
  private readonly routes: { segments: string[]; methods: Set<string> }[] = [];

  add(path: string, methods: readonly string[]): void {
    const segments = path.split('/');
    const known = this.routes.find((route) => route.segments.join('/') === path);
    const route = known ?? { segments, methods: new Set<string>() };
    for (const method of methods) route.methods.add(method);
    if (known === undefined) this.routes.push(route);
  }

  /** Methods that the path of a URL knows, sorted; none where there is no such path. A path spelled out is taken before one with parameters. */
  methodsOf(url: string): string[] {
    const segments = (url.split('?', 1)[0] ?? '').split('/');
    const matching = this.routes.filter((route) => matches(route.segments, segments));
    const literal = matching.find((route) => route.segments.every((segment) => !segment.startsWith(':')));
    const methods = (literal ? [literal] : matching).flatMap((route) => [...route.methods]);
    return [...new Set(methods)].sort();
  }
}

function matches(pattern: string[], path: string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, index) =>
      segment.startsWith(':') ? path[index] !== '' : segment === path[index],
    )
  );
}
