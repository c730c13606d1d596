// Draws the states of a kind of subject and its transitions, for the pages.
import { arcsOf } from './state-arcs.mjs';

const SIZES = { width: 104, height: 36, step: 136, rise: 36 };

/** An SVG; each type of transition is named once, at its widest arc. */
export function drawStates(kind, { states, transitions }) {
  const { width, height, step } = SIZES;
  const arcs = arcsOf(states, transitions, SIZES);
  const labels = new Map();
  for (const arc of arcs) if (!(span(labels.get(arc.type)) >= span(arc))) labels.set(arc.type, arc);
  const first = Object.keys(transitions).find((type) => transitions[type].from.length === 0);
  const middle = height / 2;
  const top = Math.min(...arcs.map(({ peak }) => peak.y)) - 24;
  const bottom = Math.max(...arcs.map(({ peak }) => peak.y)) + 24;
  const box = `-80 ${top} ${(states.length - 1) * step + width + 84} ${bottom - top}`;
  const [, , wide, high] = box.split(' ');
  const id = `${kind}-states`;
  const tip = `marker-end="url(#${id}-tip)"`;
  const named = [...Map.groupBy(labels.values(), ({ from, to }) => `${from} ${to}`).values()];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${wide}" height="${high}" role="img" aria-labelledby="${id}">
  <title id="${id}">States of ${kind === 'authority' ? 'an' : 'a'} ${kind}, and the transitions between them.</title>
  <style>.transition { paint-order: stroke; stroke: #fff; stroke-width: 5 } @media (prefers-color-scheme: dark) { svg { color: #ddd } .transition { stroke: #151515 } }</style>
  <defs>
    <marker id="${id}-tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="currentColor"/></marker>
  </defs>
  <g fill="none" stroke="currentColor" stroke-width="1.2">
    <circle cx="-70" cy="${middle}" r="5" fill="currentColor"/>
    <path d="M-65 ${middle}H0" ${tip}/>
${states.map((_, at) => `    <rect x="${at * step}" y="0" width="${width}" height="${height}" rx="8"/>`).join('\n')}
${arcs.map(({ path }) => `    <path d="${path}" ${tip}/>`).join('\n')}
  </g>
  <g fill="currentColor" font-family="system-ui, sans-serif" font-size="14" text-anchor="middle">
${states.map((state, at) => `    <text x="${at * step + width / 2}" y="${middle + 5}" font-weight="600" class="state">${state}</text>`).join('\n')}
    <text x="-38" y="${middle - 8}" class="transition">${nameOf(first)}</text>
${named.map(label).join('\n')}
  </g>
</svg>
`;

  /** The label of one arc; that of a loop stands beside it, where no arc back has a label. */
  function label(same) {
    const [{ from, to, peak }] = same;
    const place = from === to ? `x="${peak.x + 12}" text-anchor="end"` : `x="${peak.x}"`;
    const names = same.map(({ type }) => nameOf(type)).join(', ');
    return `    <text ${place} y="${peak.y + (peak.y < 0 ? -6 : 17)}" class="transition">${names}</text>`;
  }

  function span(arc) {
    return arc === undefined ? -1 : Math.abs(states.indexOf(arc.from) - states.indexOf(arc.to));
  }
}

function nameOf(type) {
  return type.split('.').at(-1);
}
