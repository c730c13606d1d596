import { RELEASE } from '@service/platform/release';
import { TOKEN_PATTERN } from '../../admission/authentication/tokens/token.js';
import { TAGS } from './operation-groups.js';

/** Members of the document that describe the interface as a whole. */
export const documentHead = {
  info: {
    title: 'Evidence-bearing record verification',
    version: RELEASE,
    summary: 'Answers whether a record is good, with evidence that a stranger can check.',
    description:
      'Register records under an authority, then ask for their verification: `evidence.verdict.result` says whether a record is good, and the rest of the evidence lets anybody check it. Every error has a `code`, explained at `/docs/errors`. Lists have pages: send `next_cursor` as `cursor`. A POST that changes something takes an `Idempotency-Key`. Within `/v1`, only what no client breaks at changes.',
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  externalDocs: { url: '/docs', description: 'The documentation, served beside the interface.' },
  servers: [{ url: '/', description: 'The service that serves this document.' }],
  security: [{ bearer: [] }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
};

/** How callers say who they are. */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_',
    description: `A credential's token. Secret scanners find tokens by \`${TOKEN_PATTERN}\`.`,
  },
};
