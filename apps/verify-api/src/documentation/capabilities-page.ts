import { HELD_CAPABILITIES, type HeldCapability } from '@service/contracts';
import type { Type } from '@nestjs/common';
import { accessText } from './access-text.js';
import type { PlainRoute } from './operation-route.js';
import { routesBelow, type ServedRoute } from './served-routes.js';

const INTRODUCTION = `Each credential holds capabilities. A request without the one that its route needs is refused with
\`authority.insufficient_scope\`, which names it. No capability contains another: \`write\` does not read, and \`read\` does not
verify.`;

const MEANINGS: Record<HeldCapability, string> = {
  verify: 'asks whether records are good, and reads their evidence',
  read: 'reads and lists records, authorities, credentials and the project',
  write: 'registers records and makes their transitions',
  subscribe: 'has events delivered, polls them, and sees what became of deliveries',
  manage:
    'grants authorities and makes their transitions; issues, rotates and revokes credentials; blocks subjects',
  audit: 'reads the interaction history and usage; combines with `read` alone',
  operator:
    'creates, suspends and limits projects; only operators’ tokens (`svc_op_`) hold it, and owners of all projects',
  team: 'invites and removes people, and changes their roles; no credential holds it, only owners do in the Console',
};

const LEGEND = `“any credential” needs no capability. A credential that is limited to some authorities cannot call a route
that is marked with *: it concerns the whole project.`;

/**
 * Which capability opens which route, in Markdown: `docs/capabilities.md`.
 * @param module whose controllers have the routes, besides the plain ones.
 */
export function capabilitiesMarkdown(module: Type, plainRoutes: readonly PlainRoute[]): string {
  const meanings = HELD_CAPABILITIES.map((capability) => [`\`${capability}\``, MEANINGS[capability]]);
  const routes: ServedRoute[] = [
    ...routesBelow(module),
    ...plainRoutes.map(({ path, operation }) => ({ method: 'POST', path, operation })),
  ];
  const rows = routes
    .filter(({ method, operation }) => operation.summary !== undefined && method !== 'OPTIONS')
    .sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
    .map(({ method, path, operation }) => {
      const { access, summary = '', ofWholeProject } = operation;
      const route = `\`${method} ${path}\`${ofWholeProject === undefined ? '' : ' *'}`;
      return [route, accessText(access), summary];
    });
  return `# Capabilities

<!-- Generated from the operations by \`npm run docs\`. -->

${INTRODUCTION}

${table(['capability', 'what it opens'], meanings)}
## Routes

${LEGEND}

${table(['route', 'needs', 'what it does'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
