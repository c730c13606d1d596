import type { Family } from './family.js';

/** The metrics of one process. */
export interface ProcessMetrics {
  families: readonly Family[];
  /** Labels that tell its samples from those of other processes. */
  labels: Readonly<Record<string, string>>;
}

/** Joins the metrics of several processes; each sample gets the labels of its process unless it has them already. */
export function mergeFamilies(processes: readonly ProcessMetrics[]): Family[] {
  const merged = new Map<string, Family>();
  for (const { families, labels } of processes) {
    for (const family of families) {
      const samples = family.samples.map((sample) => ({
        ...sample,
        labels: { ...labels, ...sample.labels },
      }));
      const known = merged.get(family.name);
      merged.set(family.name, { ...(known ?? family), samples: [...(known?.samples ?? []), ...samples] });
    }
  }
  return [...merged.values()];
}
