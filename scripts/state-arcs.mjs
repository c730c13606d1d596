/** Distance of arcs' ends at a box: longer arcs lie outside of shorter ones, so that they do not cross. */
const APART = 6;

/** Draws states in one row; boxes begin at x = 0 and y = 0. Arcs go forward above the row, and back below it. */
export function arcsOf(states, transitions, sizes) {
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

function curve(start, end, count, { width, height, step, rise }) {
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
