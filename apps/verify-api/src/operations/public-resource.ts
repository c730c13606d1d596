import type { AdmittedOperation } from './operation.js';

/**
 * A resource that is read without a credential, over HTTP only, in a format that is described elsewhere: a tile of the
 * log, a page. It has a name, but no input or use case that another channel could call.
 */
export interface PublicResource extends AdmittedOperation {
  readonly access: 'public';
  readonly kind: 'read';
}

/** Defines a public resource. */
export function definePublicResource(name: string): PublicResource {
  return { name, access: 'public', kind: 'read' };
}
