import { readDecimal } from '../encoding/decimal.js';
import { EvidenceError } from '../evidence-error.js';
import { isSize } from '../merkle/nodes.js';
import { TILE_WIDTH, type TileAddress } from './tile-address.js';

/** The resource of a path: hashes of the tree, or the entries of a tile of level 0. */
export type TileResource =
  ({ kind: 'hashes' } & TileAddress) | ({ kind: 'entries' } & Omit<TileAddress, 'level'>);

const HIGHEST_LEVEL = 63;
const GROUP = 1000;

/**
 * Path of a tile or an entry bundle below the log's prefix, as `tile/0/x001/x234/067.p/12`. C2SP tlog-tiles.
 * @throws RangeError where a level, number or width is out of bounds.
 */
export function tilePath(resource: TileResource): string {
  const { number, width } = resource;
  const level = resource.kind === 'hashes' ? resource.level : 0;
  if (!isSize(level) || level > HIGHEST_LEVEL || !isSize(number))
    throw new RangeError('The tile does not exist.');
  if (!isSize(width) || width < 1 || width > TILE_WIDTH) throw new RangeError('A tile has 1 to 256 hashes.');
  const suffix = width === TILE_WIDTH ? '' : `.p/${width}`;
  return `tile/${resource.kind === 'hashes' ? level : 'entries'}/${numberPath(number)}${suffix}`;
}

const PATH = /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/;

/**
 * The resource of a path.
 * @throws EvidenceError `tile.malformed` on a path that `tilePath` does not make.
 */
export function parseTilePath(path: string): TileResource {
  const [, place = '', groups = '', partial] = PATH.exec(path) ?? [];
  const number = Number(groups.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : readDecimal(partial);
  const level = place === 'entries' ? 0 : readDecimal(place);
  if (groups === '' || numberPath(number) !== groups || !isSize(number)) throw malformed();
  if (level === null || level > HIGHEST_LEVEL) throw malformed();
  if (width === null || width < 1 || (partial !== undefined && width >= TILE_WIDTH)) throw malformed();
  return place === 'entries' ? { kind: 'entries', number, width } : { kind: 'hashes', level, number, width };
}

/** A number in groups of three digits; all but the last begin with an x. */
function numberPath(number: number): string {
  const last = String(number % GROUP).padStart(3, '0');
  let path = last;
  for (let rest = Math.floor(number / GROUP); rest > 0; rest = Math.floor(rest / GROUP)) {
    path = `x${String(rest % GROUP).padStart(3, '0')}/${path}`;
  }
  return path;
}

function malformed(): EvidenceError {
  return new EvidenceError('tile.malformed', 'This is not the path of a tile.');
}
