import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { codeBlocksOf } from '../support/code-blocks.js';
import { helmTemplate, render, values } from '../support/chart/render.ts';
import { CHART, itWith } from '../support/chart/tools.ts';

/** The commands of the documentation that need a cluster, each on one line. */
const commands = ['docs/kubernetes.md', 'docs/backup.md']
  .flatMap(codeBlocksOf)
  .filter(({ attributes }) => attributes.get('norun') === 'needs-a-cluster')
  .flatMap(({ text }) => text.replaceAll('\\\n', '').trim().split('\n'));
const words = commands.map((command) => command.split(/\s+/));

describe('a documented command for a cluster', () => {
  itWith('helm').each(commands.filter((command) => /^helm (install|upgrade|template) /.test(command)))(
    'has values that the chart takes: %s',
    (command) => {
      const [, , release, chart, ...rest] = command.replace(/\|.*/, '').trim().split(/\s+/);
      expect([release, chart]).toEqual(['records', CHART]);
      const args = rest.filter((word) => word !== '--wait');
      // The reader's own copy.
      const file = args.map((word) =>
        /^(production|copy)\.yaml$/.test(word) ? `${CHART}/values-${word}` : word,
      );
      expect(helmTemplate(file)).toMatchObject({ ok: true });
    },
  );

  it('names programs and files that there are', () => {
    const programs = words.flat().filter((word) => /^dist\/.*\.js$/.test(word));
    const sources = programs.map((program) =>
      program.replace(/^dist\/([^/]+)\/(.*)\.js$/, 'apps/$1/src/$2.ts'),
    );
    const files = words.flat().filter((word) => word.startsWith('infra/'));
    expect(files.length).toBeGreaterThan(3);
    expect([...sources, ...files].filter((file) => !existsSync(file))).toEqual([]);
  });

  itWith('helm')('names Deployments and pods that the chart makes', () => {
    const made = [
      ...render([...values('production'), '--set', 'commands.enabled=true']),
      ...render(values('kind')),
      ...render(values('copy')),
    ]
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Pod')
      .map(({ kind, metadata }) => (kind === 'Pod' ? metadata.name : `deployment/${metadata.name}`));
    const named = words.flat().filter((word) => /^deployment\/|^records-commands$/.test(word));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !made.includes(name))).toEqual([]);
  });
});
