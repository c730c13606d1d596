import { join } from 'node:path';
import { BOARDS, toGrafana } from './dashboards/index.ts';
import { ofOneRelease } from './releases.ts';
import { ruleGroups, toYaml } from './rules.ts';

const DIRECTORY = join(import.meta.dirname, 'generated');
/** The chart reads no file from outside of its folder. */
const CHART = join(import.meta.dirname, '../helm/record-verification-service/monitoring');

/** What Prometheus and Grafana load, by its path. */
export function generatedFiles(): Map<string, string> {
  return new Map([
    [join(DIRECTORY, 'rules.yml'), toYaml(ruleGroups())],
    [join(CHART, 'rules.yaml'), toYaml(ruleGroups(ofOneRelease))],
    ...BOARDS.map((board): [string, string] => [
      join(CHART, `${board.name}.json`),
      `${JSON.stringify(toGrafana(board), null, 2)}\n`,
    ]),
  ]);
}
