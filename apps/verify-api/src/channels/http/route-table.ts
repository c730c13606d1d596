import { ServiceError, type Environment } from '@service/contracts';
import type { FastifyRequest } from 'fastify';

/** The pages of the Console are at every path of it, but not below its API. */
const CONSOLE_API = /^\/console\/[^/]+\/api\//;

/** Routes by their path, to distinguish a path that does not exist from a method that the path does not support. */
export class RouteTable {
  private readonly routes = new Map<string, { segments: string[]; methods: Set<string> }>();

  add(path: string, methods: readonly string[]): void {
    const route = this.routes.get(path) ?? { segments: path.split('/'), methods: new Set() };
    for (const method of methods) route.methods.add(method);
    this.routes.set(path, route);
  }

  /**
   * Methods that the path of a URL supports, sorted; empty if the path does not exist. A literal path takes precedence
   * over one with parameters.
   */
  methodsOf(url: string): string[] {
    const path = pathOf(url);
    const segments = path.split('/');
    const spelledOut = this.routes.get(path);
    const isOfPages = !CONSOLE_API.test(path);
    const matching = [...this.routes.values()].filter(
      (route) => (isOfPages || route.segments.at(-1) !== '*') && matches(route.segments, segments),
    );
    const methods = (spelledOut ? [spelledOut] : matching).flatMap((route) => [...route.methods]);
    return [...new Set(methods)].sort();
  }

  /**
   * Whether the router reached a route that does not stand for the path. GET /v1/records/verify reaches /v1/records/:id,
   * although the literal route of this path supports only POST. A path below the Console's API reaches the pages.
   */
  hasNearer(reached: string | undefined, url: string): boolean {
    if (reached === url) return false;
    const path = pathOf(url);
    if (reached === path) return false;
    return this.routes.has(path) || (reached?.endsWith('*') === true && CONSOLE_API.test(path));
  }
}

/** @throws ServiceError `route.not_found` where the path of a request names another environment. */
export function requireEnvironment({ params }: FastifyRequest, own: Environment): void {
  const { environment = own } = params as { environment?: string };
  if (environment !== own) throw new ServiceError('route.not_found');
}

/** The path of a request’s target, in any of its forms (RFC 9112, section 3.2). */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0] ?? '';
}

function matches(pattern: string[], path: string[]): boolean {
  // A final `*` matches the rest of the path.
  const open = pattern.at(-1) === '*';
  const fits = open ? path.length >= pattern.length : path.length === pattern.length;
  return (
    fits &&
    pattern.every((segment, index) =>
      segment.startsWith(':') ? path[index] !== '' : segment === '*' || segment === path[index],
    )
  );
}
