import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import { JSON_ANSWER } from '../../channels/http/media-types.js';
import { ServedDocument } from '../../channels/http/served-document.js';
import { ENVIRONMENT } from '../../infrastructure/injection-tokens.js';
import type { DescribedInterface } from './described-interface.js';
import { referenceHtml } from './reference-page.js';
import { OpenApiDocument } from './openapi-document.js';

/** A section of a page, as the search field of `/docs` finds it. */
interface SearchEntry {
  /** Path with the section's fragment. */
  path: string;
  page: string;
  title: string;
  /** Words of the section, each once. */
  words: string;
}

const HEADING = /<h[1-4] id="([^"]*)">(.*?)<\/h[1-4]>/gs;
const MAIN = /<main id="text">(.*)<\/main>/s;
/** Pages that are not searched: decisions and changes do not say how the service works today. */
const LEFT_OUT = /^(?:decisions|changelog$)/;

/** The sections of pages, each of which begins with a heading that has an id. @param pages HTML by path below `/docs`. */
export function searchIndexOf(pages: ReadonlyMap<string, string>): SearchEntry[] {
  return [...pages]
    .filter(([path]) => !LEFT_OUT.test(path))
    .flatMap(([path, html]) => sectionsOf(path, html));
}

function sectionsOf(path: string, html: string): SearchEntry[] {
  const text = MAIN.exec(html)?.[1] ?? '';
  const headings = [...text.matchAll(HEADING)];
  const page = textOf(headings[0]?.[2] ?? '');
  return headings.map((heading, index) => {
    const [whole, id = '', title = ''] = heading;
    const body = text.slice(heading.index + whole.length, headings[index + 1]?.index);
    const address = path === '' ? '/docs' : `/docs/${path}`;
    return {
      path: index === 0 ? address : `${address}#${id}`,
      page,
      title: textOf(title),
      words: wordsOf(textOf(body)),
    };
  });
}

function wordsOf(text: string): string {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}/][\p{L}\p{N}_./{}-]*/gu))].join(' ');
}

function textOf(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

/** Folder of the pages that `npm run build` writes; sources and compiled files find it by the same path. */
const FOLDER = fileURLToPath(new URL('../../../dist/pages/', import.meta.url));

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': JSON_ANSWER,
};

/** Media types of the pages, and of what they show and link to. */
export const PAGE_TYPES = Object.values(TYPES).map((type) => type.split(';', 1)[0] as string);

/** A page loads its own styles, images and script, and nothing else; it calls this service alone, and nobody may frame it. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const FIELDS = { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' };

const REFERENCE = 'api.html';
/** What the search field reads. */
const SEARCH = 'search.json';
/** Placeholder in the reference’s page that the generated HTML replaces. */
const PLACE = '<!-- reference -->';

/** The documentation as pages, which are read at the first request for one. */
@Injectable()
export class Pages {
  private documents: Map<string, ServedDocument> | undefined;
  /** Texts of the pages until they are in the index. */
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly openApi: OpenApiDocument,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** The document at a path below `/docs`; undefined where there is none. `''` is the index. */
  at(path: string): ServedDocument | undefined {
    this.documents ??= this.read();
    // Most readers do not search.
    if (path === SEARCH && !this.documents.has(SEARCH)) this.documents.set(SEARCH, this.index());
    return this.documents.get(path);
  }

  private read(): Map<string, ServedDocument> {
    const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name));
    const documents = new Map<string, ServedDocument>();
    for (const name of names) {
      const type = TYPES[extname(name)];
      if (type === undefined) throw new TypeError(`Nothing says what type ${name} has.`);
      const body = readFileSync(join(FOLDER, name));
      const served = name === REFERENCE ? this.reference(body.toString()) : body;
      const path = name === 'index.html' ? '' : name.replace(/\.html$/, '');
      if (extname(name) === '.html') this.texts.set(path, served.toString());
      documents.set(path, new ServedDocument(type, served, FIELDS));
    }
    return documents;
  }

  private index(): ServedDocument {
    const body = JSON.stringify(searchIndexOf(this.texts));
    this.texts.clear();
    return new ServedDocument(JSON_ANSWER, body, FIELDS);
  }

  private reference(frame: string): string {
    const described = JSON.parse(this.openApi.text()) as DescribedInterface;
    // A function, because `replace` would interpret patterns such as `$&` in a text.
    return frame.replace(PLACE, () => referenceHtml(described, this.environment));
  }
}
