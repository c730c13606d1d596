/** The part of a transition's rule that a drawing shows. */
interface Rule {
  readonly from: readonly string[];
  readonly to: string | Readonly<Record<string, string>>;
}

/** A transition from a state to one that is listed later, earlier, or the same. */
export interface Arc {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  /** An SVG path. */
  readonly path: string;
  /** The middle of the curve. */
  readonly peak: { readonly x: number; readonly y: number };
}

/** Lengths of a drawing: of a state's box, from one box to the next, and between the peaks of arcs. */
export interface Sizes {
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly rise: number;
}

/** Distance of arcs' ends at a box: longer arcs lie outside of shorter ones, so that they do not cross. */
const APART = 6;

/** Draws states in one row; boxes begin at x = 0 and y = 0. Arcs go forward above the row, and back below it. */
export function arcsOf(
  states: readonly string[],
  transitions: Readonly<Record<string, Rule>>,
  sizes: Sizes,
): Arc[] {
  return Object.entries(transitions).flatMap(([type, { from, to }]) =>
    from.map((state) => {
      const target = typeof to === 'string' ? to : (to[state] ?? state);
      return {
        type,
        from: state,
        to: target,
        ...curve(states.indexOf(state), states.indexOf(target), states.length, sizes),
      };
    }),
  );
}

function curve(start: number, end: number, count: number, { width, height, step, rise }: Sizes) {
  const span = Math.abs(end - start);
  const leadsOn = end > start;
  const aside = span === 0 ? -2 * APART : (leadsOn ? 1 : -1) * (count - span) * APART;
  const [x1, x2] = [start * step + width / 2 + aside, end * step + width / 2 - aside];
  const base = leadsOn ? 0 : height;
  const y = base + (leadsOn ? -1 : 1) * rise * Math.max(span, 1);
  // A cubic curve reaches three quarters of the way to its control points.
  const control = base + ((y - base) * 4) / 3;
  return {
    path: `M${x1} ${base}C${x1} ${control} ${x2} ${control} ${x2} ${base}`,
    peak: { x: (x1 + x2) / 2, y },
  };
}
