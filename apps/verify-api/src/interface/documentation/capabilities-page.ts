import { HELD_CAPABILITIES, type HeldCapability } from '@service/contracts';
import type { AnyOperation, Access } from '../operation.js';
import { routeOf, templateOf } from '../operation-route.js';

const INTRODUCTION = `Each credential holds capabilities. A request without the one that its route needs is refused with
\`authority.insufficient_scope\`, which names it. No capability contains another: \`write\` does not read, and \`read\` does not
verify.`;

const MEANINGS: Record<HeldCapability, string> = {
  verify: 'asks whether records are good, and reads their evidence',
  read: 'reads and lists records, authorities, credentials and the project',
  write: 'registers records and makes their transitions',
  share: 'makes links by which anybody sees whether a record is good, and revokes them',
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

/** Which capability opens which route, in Markdown: `docs/capabilities.md`. */
export function capabilitiesMarkdown(operations: readonly AnyOperation[]): string {
  const meanings = HELD_CAPABILITIES.map((capability) => [`\`${capability}\``, MEANINGS[capability]]);
  const rows = operations
    .filter(({ http }) => http !== undefined)
    .map((operation) => {
      const { method, path } = routeOf(operation);
      return { ...operation, method, path: templateOf(path) };
    })
    .sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
    .map(({ method, path, access, summary, ofWholeProject }) => {
      const route = `\`${method} ${path}\``;
      return [ofWholeProject === undefined ? route : `${route} *`, accessText(access), summary];
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

/** What an operation requires, in Markdown: `` `read` or `audit` ``, `any credential` or `no credential`. */
function accessText(access: Access): string {
  if (access === 'any') return 'any credential';
  if (access === 'public') return 'no credential';
  return [access]
    .flat()
    .map((capability) => `\`${capability}\``)
    .join(' or ');
}
