import { join } from 'node:path';
import { BOARDS, toGrafana } from './dashboards/index.ts';
import { ruleGroups, toYaml } from './rules.ts';

const DIRECTORY = join(import.meta.dirname, 'generated');

/** What Prometheus and Grafana load, by its path. */
export function generatedFiles(): Map<string, string> {
  return new Map([
    [join(DIRECTORY, 'rules.yml'), toYaml(ruleGroups())],
    ...BOARDS.map((board): [string, string] => [
      join(DIRECTORY, `${board.name}.json`),
      `${JSON.stringify(toGrafana(board), null, 2)}\n`,
    ]),
  ]);
}
