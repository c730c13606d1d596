// Renders the documentation to HTML, as verify-api serves it at /docs: the pages, what they show and link to, and the frame
// of the API reference, which verify-api fills from its OpenAPI document.
import { copyFile, glob, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { frame } from './pages/frame.mjs';
import { navigationOf } from './pages/navigation.mjs';
import { Places } from './pages/places.mjs';
import { render } from './pages/render.mjs';

const TARGET = 'apps/verify-api/dist/pages';
/** Pages that are not in docs/. */
const BESIDE = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
/** Released documents are for comparison, not for reading. */
const NOT_SERVED = /^docs\/releases\//;
const API = '/docs/api';

const files = [
  ...(await readdir('.')).filter((name) => BESIDE.includes(name)),
  ...(await Array.fromAsync(glob('clients/*/README.md'))),
  ...(await readdir('docs', { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)),
].filter((file) => /\.(?:md|svg|png|json)$/.test(file) && !NOT_SERVED.test(file));

const places = new Places(files);
const rendered = await Promise.all(
  files
    .filter((file) => file.endsWith('.md'))
    .map(async (file) => {
      const page = await render(await readFile(file, 'utf8'), (link) => places.resolve(file, link));
      return { path: places.pathOf(file), ...page };
    }),
);
const decisions = rendered
  .filter(({ path }) => path.startsWith('/docs/decisions/'))
  .sort((one, other) => (one.path < other.path ? -1 : 1));
rendered.push({
  path: '/docs/decisions',
  title: 'Decisions',
  sections: [],
  html: `<h1>Decisions</h1>\n<ul>${decisions.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('\n')}</ul>`,
});
rendered.push({
  path: API,
  title: 'API reference',
  sections: [],
  html: '<!-- reference -->',
});

const navigation = navigationOf(rendered);
await rm(TARGET, { recursive: true, force: true });
for (const page of rendered) {
  const name = page.path === '/docs' ? 'index' : page.path.slice('/docs/'.length);
  await write(`${name}.html`, frame(page, navigation));
}
for (const file of files.filter((each) => !each.endsWith('.md'))) {
  const target = join(TARGET, places.pathOf(file).slice('/docs/'.length));
  await mkdir(dirname(target), { recursive: true });
  await copyFile(file, target);
}
for (const name of ['style.css', 'page.js']) await copyFile(join('scripts/pages', name), join(TARGET, name));

async function write(name, text) {
  const target = join(TARGET, name);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
}
