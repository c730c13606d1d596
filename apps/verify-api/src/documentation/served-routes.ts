import { RequestMethod, type Type } from '@nestjs/common';
import { SERVED_OPERATION } from '../http/serves-operation.js';
import type { AdmittedOperation, OperationTerms } from '../operations/operation.js';

/** A route and the operation that it serves, as the decorators of its controller declare them. */
export interface ServedRoute {
  method: string;
  /** As OpenAPI writes it: `/v1/records/{id}`. */
  path: string;
  operation: AdmittedOperation & Partial<OperationTerms>;
}

/** The routes of all controllers below a module, without an application. */
export function routesBelow(module: Type): ServedRoute[] {
  return [...modulesBelow(module)].flatMap((each) => listed('controllers', each).flatMap(routesOf));
}

/** A module and all that it imports, each once: several import the same. */
function modulesBelow(module: Type, found = new Set<Type>()): Set<Type> {
  if (found.has(module)) return found;
  found.add(module);
  for (const imported of listed('imports', module)) modulesBelow(imported, found);
  return found;
}

function listed(kind: 'imports' | 'controllers', module: Type): readonly Type[] {
  return (Reflect.getMetadata(kind, module) ?? []) as readonly Type[];
}

/** The routes of a controller. One that answers several paths, or none of the catalogue’s operations, has none here. */
function routesOf(controller: Type): ServedRoute[] {
  const prefix: unknown = Reflect.getMetadata('path', controller);
  const members = Object.values(Object.getOwnPropertyDescriptors(controller.prototype as object));
  return members.flatMap(({ value: handler }: PropertyDescriptor) => {
    if (typeof handler !== 'function') return [];
    const path: unknown = Reflect.getMetadata('path', handler);
    const method = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
    const operation = Reflect.getMetadata(SERVED_OPERATION, handler) as ServedRoute['operation'] | undefined;
    if (method === undefined || operation === undefined || typeof path !== 'string') return [];
    return [{ method: RequestMethod[method], path: pathOf(String(prefix), path), operation }];
  });
}

function pathOf(prefix: string, path: string): string {
  const whole = [prefix, path].map((part) => part.replaceAll(/^\/+|\/+$/g, '')).filter((part) => part !== '');
  return `/${whole.join('/')}`.replaceAll(/:(\w+)/g, '{$1}');
}
