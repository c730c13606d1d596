import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
  type Dashboard,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { RELEASE_LABELS } from '../releases.ts';
import type { Board, Panel } from './board.ts';

/** The reader chooses which Prometheus answers. */
const SOURCE = { type: 'prometheus', uid: '${datasource}' };
/** Columns of 24, and rows. */
const WIDTH = 8;
const HEIGHT = 7;

/** A board as Grafana imports it. */
export function toGrafana({ name, title, rows }: Board): Dashboard {
  const dashboard = new DashboardBuilder(title)
    .uid(name)
    .tags(['record-verification-service'])
    .time({ from: 'now-6h', to: 'now' })
    .refresh('30s')
    .withVariable(new DatasourceVariableBuilder('datasource').type('prometheus'));
  for (const label of RELEASE_LABELS) dashboard.withVariable(choiceOf(label));
  for (const row of rows) {
    dashboard.withRow(new RowBuilder(row.title));
    for (const panel of row.panels) dashboard.withPanel(panelOf(panel));
  }
  return dashboard.build();
}

function choiceOf(label: string): QueryVariableBuilder {
  return new QueryVariableBuilder(label)
    .datasource(SOURCE)
    .query(`label_values(rvs_build_info, ${label})`)
    .refresh(VariableRefresh.OnDashboardLoad)
    .multi(true)
    .includeAll(true)
    .allValue('.*');
}

function panelOf({ title, unit, queries, about }: Panel): PanelBuilder {
  const panel = new PanelBuilder()
    .title(title)
    .unit(unit)
    .datasource(SOURCE)
    .span(WIDTH)
    .height(HEIGHT)
    .min(0);
  if (about !== undefined) panel.description(about);
  queries.forEach(({ expression, legend }, index) => {
    panel.withTarget(
      new DataqueryBuilder()
        .expr(expression)
        .legendFormat(legend)
        .exemplar(true)
        .refId(String.fromCodePoint(65 + index)),
    );
  });
  return panel;
}
