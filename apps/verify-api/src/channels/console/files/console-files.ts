import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError, type Environment } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../http/route-table.js';
import { ServedDocument } from '../../http/served-document.js';
import { consoleRoot } from '../console-path.js';
import { CONSOLE_FIELDS, LINK_FIELDS } from './console-policy.js';

/** Where `npm run build` puts the Console; the path is the same from the sources and the compiled files. */
const FOLDER = fileURLToPath(new URL('../../../../../console/dist/', import.meta.url));
const PAGE = 'index.html';
const LINK_PAGE = 'link.html';
const MANIFEST = 'manifest.json';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Media types of the Console’s files. */
export const CONSOLE_TYPES = Object.values(TYPES).map((type) => type.split(';', 1)[0] as string);

/** The name of a file below this one holds a digest of the content. */
const HASHED = 'assets/';
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };
/** For the page, which may name other files after the next build. */
const NEVER = { 'cache-control': 'no-store' };

const TITLES: Readonly<Record<Environment, string>> = {
  development: 'Console',
  production: 'PROD · Console',
};

/** The built Console of an environment. */
export interface ConsoleFiles {
  page: ServedDocument;
  /** The page of links, which is served elsewhere. */
  linkPage: ServedDocument;
  /** The file at a path below the Console’s; undefined where there is none. */
  at(path: string): ServedDocument | undefined;
}

/**
 * Reads all files into memory, so that a path of a request never becomes a path of the file system.
 * @returns null where the Console is not built.
 * @throws StartError where files of the build are missing: its page would load, and then fail.
 */
export function readConsoleFiles(environment: Environment, folder = FOLDER): ConsoleFiles | null {
  if (!existsSync(join(folder, PAGE))) return null;
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) in TYPES),
  );
  requireWhole(folder, names);
  const files = new Map<string, ServedDocument>();
  for (const name of names) {
    if (name === PAGE || name === LINK_PAGE) continue;
    const fields = { ...CONSOLE_FIELDS, ...(name.startsWith(HASHED) ? FOREVER : {}) };
    files.set(
      name,
      new ServedDocument(TYPES[extname(name)] as string, readFileSync(join(folder, name)), fields),
    );
  }
  const page = (name: string, root: string, fields: Readonly<Record<string, string>>) => {
    const filled = fillIn(readFileSync(join(folder, name), 'utf8'), environment, root);
    return new ServedDocument(TYPES['.html'] as string, filled, { ...fields, ...NEVER });
  };
  return {
    page: page(PAGE, consoleRoot(environment), CONSOLE_FIELDS),
    linkPage: page(LINK_PAGE, `/v/${environment}`, LINK_FIELDS),
    at: (path) => files.get(path),
  };
}

/**
 * The built page, filled in for one environment: title, icon and colours are right at the first paint, and addresses
 * lead to the same files from every path.
 */
function fillIn(page: string, environment: Environment, root: string): string {
  return page
    .replaceAll('{{environment}}', environment)
    .replaceAll('{{title}}', TITLES[environment])
    .replaceAll(/(?<=(?:src|href)=")\.\//g, `${root}/`);
}

/** An entry of Vite’s manifest: the files of one part of the bundle. */
interface ManifestChunk {
  file: string;
  css?: string[];
  assets?: string[];
}

function requireWhole(folder: string, names: ReadonlySet<string>): void {
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Record<string, ManifestChunk>;
  const named = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  const lost = named.filter((name) => !names.has(name));
  if (lost.length > 0) {
    throw new StartError(`The build of the Console lacks ${lost.join(', ')}. Run npm run build.`);
  }
}

/** Paths without a view of the page: a missing script must not be answered with the page. */
const NO_VIEW = /^(?:assets|api)(?:\/|$)/;
/** Segments that browsers resolve before they send a path: only an attacker sends them as they are. */
const UNRESOLVED = /(?:^|\/)(?:\.{1,2})?\//;

/** Serves the Console’s page at every path of its environment, and its files. */
export function addConsoleFileRoutes(
  server: FastifyInstance,
  environment: Environment,
  files: ConsoleFiles,
): void {
  const root = consoleRoot(environment);
  const config = { produces: CONSOLE_TYPES };
  const lead = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(`${root}/`, 302);
  server.get('/console', { config }, lead);
  server.get(root, { config }, lead);
  server.get(`${root}/*`, { config }, async (request, reply) => {
    const asked = pathOf(request.url);
    const path = asked.slice(root.length + 1);
    const isPlain = asked.startsWith(`${root}/`) && !UNRESOLVED.test(path);
    const file = files.at(path);
    if (!isPlain || (file === undefined && NO_VIEW.test(path))) throw new ServiceError('route.not_found');
    await (file ?? files.page).send(request, reply);
  });
}
