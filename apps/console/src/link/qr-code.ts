import { encodeQR } from 'qr';

const SVG = 'http://www.w3.org/2000/svg';
/** Modules of white around a code (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code of a text, black on white whatever the colours of the page. */
export function qrCode(text: string, label: string): SVGSVGElement {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows
    .map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  const image = document.createElementNS(SVG, 'svg');
  const drawn = document.createElementNS(SVG, 'path');
  drawn.setAttribute('d', path);
  image.setAttribute('viewBox', `0 0 ${rows.length} ${rows.length}`);
  image.setAttribute('role', 'img');
  image.setAttribute('aria-label', label);
  image.setAttribute('class', 'link-qr');
  image.setAttribute('shape-rendering', 'crispEdges');
  image.append(drawn);
  return image;
}
