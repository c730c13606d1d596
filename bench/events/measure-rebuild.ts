import type { Section } from '../section.ts';
import { runCommand } from '../service-process.ts';

const PRINTED = /^development: (\w+) was rebuilt from (\d+) events in (\d+) ms/m;

/** Rebuilds the records' view beside the running service. */
export async function measureRebuild(dataDirectory: string): Promise<Section> {
  const printed = await runCommand(dataDirectory, 'rebuild', 'records');
  const [, view = '', events, milliseconds] = PRINTED.exec(printed) ?? [];
  if (milliseconds === undefined) throw new Error(`The rebuild printed no figures: ${printed}`);
  const perSecond = Math.round(Number(events) / (Number(milliseconds) / 1_000));
  return {
    title: 'rebuild of a view, while the service answers',
    rows: [{ view, events: Number(events), ms: Number(milliseconds), per_second: perSecond }],
    notes: [],
  };
}
