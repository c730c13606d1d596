import type { Access } from '../operation.js';

/** What an operation requires, in Markdown: `` `read` or `audit` ``, `any credential` or `no credential`. */
export function accessText(access: Access): string {
  if (access === 'any') return 'any credential';
  if (access === 'public') return 'no credential';
  return [access]
    .flat()
    .map((capability) => `\`${capability}\``)
    .join(' or ');
}
