import { posix } from 'node:path';

/** Where files of the repository are served. */
export class Places {
  /** @param files that are served, by their paths in the repository. */
  constructor(files) {
    this.files = new Set(files);
  }

  /** The path at which a file is served. */
  pathOf(file) {
    if (file === 'README.md') return '/docs/start';
    const path = file.startsWith('docs/') ? `/${file}` : `/docs/${file.toLowerCase()}`;
    return path.replace(/\/readme\.md$|\.md$/i, '');
  }

  /** The address of a link's target; null where it is not served. */
  resolve(from, link) {
    if (/^(?:https:|#)/.test(link)) return link;
    const [target = '', fragment] = link.split('#');
    const file = posix.join(posix.dirname(from), target).replace(/\/$/, '');
    const path =
      file === 'docs/decisions' ? '/docs/decisions' : this.files.has(file) ? this.pathOf(file) : null;
    return path === null || fragment === undefined ? path : `${path}#${fragment}`;
  }
}
