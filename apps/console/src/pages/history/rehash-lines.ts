import { firstLinkOf, linkOf, linkText } from '@service/evidence';
import type { Line } from './interaction-line.js';

/** Result of checking a page's links. */
export interface LinkCheck {
  /** Number of lines with a correct link. */
  sound: number;
  /** Request ids of the lines with a wrong link. */
  broken: string[];
  /** Number of lines that cannot be checked: their predecessor is not on the page. */
  open: number;
}

/**
 * Recomputes the links of lines: each is the digest of the link before it, in the lane of its day and writer, and of
 * the line itself.
 */
export function rehashLines(projectId: string, lines: readonly Line[]): LinkCheck {
  const links = new Map(lines.map((line) => [placeOf(line, line.sequence), line.link]));
  const check: LinkCheck = { sound: 0, broken: [], open: 0 };
  for (const line of lines) {
    const before = linkBefore(projectId, line, links);
    if (before === null || line.link === null) check.open += 1;
    else if (linkText(linkOf(before, textOf(line))) === line.link) check.sound += 1;
    else check.broken.push(line.request_id);
  }
  return check;
}

function linkBefore(
  projectId: string,
  line: Line,
  links: ReadonlyMap<string, string | null>,
): Uint8Array | null {
  const { day, writer, sequence } = line;
  if (sequence === 1) return firstLinkOf({ day, writer, project_id: projectId });
  const before = links.get(placeOf(line, sequence - 1));
  return before === undefined || before === null ? null : bytesOf(before);
}

/** The line as it was hashed: its members in their order, without what the API adds. */
function textOf(line: Line): string {
  const { day: _day, writer: _writer, link: _link, address: _address, user_agent: _agent, ...own } = line;
  return JSON.stringify(own);
}

function placeOf({ day, writer }: Line, sequence: number): string {
  return `${day} ${writer} ${sequence}`;
}

function bytesOf(digest: string): Uint8Array {
  const hex = digest.replace(/^sha256:/, '');
  return Uint8Array.from({ length: hex.length / 2 }, (_none, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}
