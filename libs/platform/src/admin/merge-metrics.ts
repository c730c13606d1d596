/** Metrics of one process, in the text format of Prometheus. */
export interface ProcessMetrics {
  text: string;
  /** Labels that tell its samples from those of other processes. */
  labels: Readonly<Record<string, string>>;
}

interface Family {
  about: string[];
  samples: string[];
}

/** A sample: its name, its labels if it has any, and the rest. */
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?( .*)$/;
const ABOUT = /^# (?:HELP|TYPE) ([a-zA-Z_:][\w:]*) /;

/**
 * Joins the metrics of several processes: all samples of a metric follow each other, as the format demands, each with
 * the labels of its process unless it has them already.
 */
export function mergeMetrics(processes: readonly ProcessMetrics[]): string {
  const families = new Map<string, Family>();
  for (const { text, labels } of processes) {
    let family: Family = { about: [], samples: [] };
    let isKnown = false;
    for (const line of text.split('\n')) {
      const name = ABOUT.exec(line)?.[1];
      if (name !== undefined) {
        // Its HELP and TYPE lines come one after the other.
        const known = families.get(name);
        if (known !== family) {
          isKnown = known !== undefined;
          family = known ?? { about: [], samples: [] };
          families.set(name, family);
        }
        if (!isKnown) family.about.push(line);
      } else if (line !== '') {
        family.samples.push(labelled(line, labels));
      }
    }
  }
  const lines = [...families.values()].flatMap(({ about, samples }) => [...about, ...samples, '']);
  return `${lines.join('\n')}\n`;
}

function labelled(line: string, labels: Readonly<Record<string, string>>): string {
  const [, name, own = '', rest] = SAMPLE.exec(line) ?? [];
  if (name === undefined) return line;
  const added = Object.entries(labels)
    .filter(([label]) => !own.startsWith(`${label}=`) && !own.includes(`,${label}=`))
    .map(([label, value]) => `${label}="${value}"`);
  const all = [...(own === '' ? [] : [own]), ...added].join(',');
  return all === '' ? line : `${name}{${all}}${rest}`;
}
