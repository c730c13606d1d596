import { readdirSync } from 'node:fs';

const GATEWAY = 'apps/verify-api/src';

/** The gateway's folders from the bottom up: each may import those before it, so that no two import each other. */
const GATEWAY_FOLDERS = [
  'migrations/',
  'infrastructure/',
  'views/',
  'admission/authentication/',
  'admission/limits/',
  'interface/schemas/',
  'interface/inputs/',
  'interface/[^/]+$',
  'admission/[^/]+$',
  'owners/',
  'lists/',
  'channels/http/',
  'interface/documentation/',
  'authorities/',
  'credentials/',
  'events/',
  'interactions/',
  'verify/',
  'records/',
  'subscriptions/',
  'usage/',
  'status/',
  'deliveries/',
  'log/',
  'projects/',
  'operators/',
  'evidence/',
  'channels/console/',
  'links/',
  'channels/mcp/',
  'interface/catalogue/',
  'channels/live/',
  'bootstrap/',
  'gateway/',
  'commands/',
];

const strangers = readdirSync(GATEWAY, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
  .map(({ name }) => name)
  .filter((name) => !GATEWAY_FOLDERS.some((folder) => folder.startsWith(`${name}/`)));
if (strangers.length > 0) {
  throw new Error(
    `.dependency-cruiser.js does not say what ${strangers.join(', ')} in ${GATEWAY} may import.`,
  );
}

/** A folder may not import one behind it. */
const gatewayOrder = GATEWAY_FOLDERS.slice(0, -1).map((folder, index) => ({
  name: `gateway-folders-have-an-order-${folder}`,
  comment: 'Two folders that import each other are one. Tests may look up.',
  severity: 'error',
  from: { path: `^${GATEWAY}/${folder}`, pathNot: '\\.test\\.ts$' },
  to: { path: `^${GATEWAY}/(${GATEWAY_FOLDERS.slice(index + 1).join('|')})` },
}));

/** The boundaries of the house: who may import whom. */
export default {
  forbidden: [
    {
      name: 'no-app-imports-an-app',
      comment: 'Apps meet through commands and events. Only standalone puts them together.',
      severity: 'error',
      from: { path: '^apps/(?!standalone/)([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'no-lib-imports-an-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'nobody-imports-a-client',
      comment:
        'Clients are published. The service does not know who calls it; one client may build on another.',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'clients-import-no-app',
      comment:
        'They meet the service through its API alone. What they share with it are the contracts and the proofs.',
      severity: 'error',
      from: { path: '^clients/', pathNot: '\\.test\\.ts$|/src/testing/' },
      to: { path: '^apps/|^libs/(?!(?:contracts|events|evidence)/)' },
    },
    {
      name: 'the-typescript-client-runs-anywhere',
      comment:
        'Browsers and workers too: evidence and events are bundled into it, and it needs nothing else.',
      severity: 'error',
      from: { path: '^clients/typescript/src', pathNot: '\\.test\\.ts$|/src/testing/' },
      to: { pathNot: '^clients/typescript/|^libs/(events|evidence)/' },
    },
    {
      name: 'the-domain-is-plain',
      comment: 'Deciders know the contracts and the evidence, and nothing of what they run on.',
      severity: 'error',
      from: { path: '\\.decider\\.ts$' },
      to: { pathNot: '^libs/(contracts|evidence)/|\\.decider\\.ts$' },
    },
    {
      name: 'evidence-is-publishable',
      comment: 'No framework and no I/O: hashing, signatures and canonical JSON are all that it needs.',
      severity: 'error',
      from: { path: '^libs/evidence/src', pathNot: '\\.test\\.ts$|/src/testing/' },
      to: { pathNot: '^libs/evidence/|^crypto$|node_modules/(canonicalize|@noble)/' },
    },
    {
      name: 'evidence-has-one-door-to-its-platform',
      comment:
        'Browsers get platform/browser.ts in the place of platform/node.ts, and nothing else is exchanged.',
      severity: 'error',
      from: { path: '^libs/evidence/src', pathNot: '\\.test\\.ts$|/src/testing/|/src/platform/' },
      to: { path: '^crypto$|node_modules/@noble/' },
    },
    {
      name: 'the-cli-needs-node-alone',
      comment: 'A stranger installs it: the client and the libraries that it needs are bundled into it.',
      severity: 'error',
      from: { path: '^clients/cli/src', pathNot: '\\.test\\.ts$|/src/testing/' },
      to: {
        pathNot: '^clients/(typescript|cli)/|^libs/(events|evidence)/',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'events-is-publishable',
      comment: 'A receiver takes it in: hashing and signatures, as evidence has them, are all that it needs.',
      severity: 'error',
      from: { path: '^libs/events/src', pathNot: '\\.test\\.ts$|/src/testing/' },
      to: { pathNot: '^libs/events/|^libs/evidence/src/primitives\\.ts$' },
    },
    {
      name: 'the-console-runs-in-browsers',
      comment: 'Besides its libraries, it knows what proves evidence, and how a table is written.',
      severity: 'error',
      from: { path: '^apps/console/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|libs)/', pathNot: '^apps/console/|^libs/evidence/|^libs/platform/src/csv\\.ts$' },
    },
    {
      name: 'the-console-is-built-from-the-bottom-up',
      comment: 'Pages know what all of them use; what all use knows no page, and no page another one.',
      severity: 'error',
      from: { path: '^apps/console/src/(?:api|components|format|styles)/' },
      to: { path: '^apps/console/src/(?:frame|pages)/' },
    },
    {
      name: 'contracts-know-no-infrastructure',
      severity: 'error',
      from: { path: '^libs/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^libs/(contracts|evidence)/|^crypto$' },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|^libs/testing/|/src/testing/' },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'kafkajs-has-one-door',
      comment: 'The rest knows the port beside it, connection/port.ts.',
      severity: 'error',
      from: { pathNot: '^libs/messaging/src/kafka/connection/' },
      to: { path: 'node_modules/kafkajs/' },
    },
    ...gatewayOrder,
    {
      name: 'use-cases-know-no-http',
      comment: 'Every channel calls the same operations. Routes are their door to HTTP.',
      severity: 'error',
      from: {
        path: `^${GATEWAY}/(?!channels/(?:http|console|live)/|interface/documentation/|gateway/|bootstrap/)[^/]+/`,
        // It reads the bodies of a route.
        pathNot: '(\\.(route|test)|/mcp-requests)\\.ts$',
      },
      to: { path: `^${GATEWAY}/channels/http/` },
    },
    {
      name: 'no-cycle',
      comment: 'An import cycle crashes at load: classes are used by decorators before they are there.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
