import type { AdmittedOperation } from './operation.js';

/**
 * What anybody reads by HTTP alone, in a format that is described elsewhere: a tile of the log, a page. It has a name,
 * and no input or use case that another channel could call.
 */
export interface PublicResource extends AdmittedOperation {
  readonly access: 'public';
  readonly kind: 'read';
}

/** Defines a public resource. */
export function definePublicResource(name: string): PublicResource {
  return { name, access: 'public', kind: 'read' };
}
