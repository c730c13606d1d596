import {
  assembleBundle,
  canonicalJson,
  renderElement,
  type BundleParts,
  type SignedElement,
} from '@service/evidence';

/** Elements that are rendered in one part. */
const PART = 128;

type Elements = readonly SignedElement<object>[];
/** Calls a function when the caller may render a part. */
type Turn = (render: () => string) => Promise<string>;

/**
 * The JCS form (RFC 8785) of the bundle that `assembleBundle` makes of the same parts, rendered in parts. It joins the texts of
 * the elements: to build and serialise objects would be its largest cost.
 */
export async function renderBundle(parts: BundleParts, turn: Turn): Promise<string> {
  const { record, authorities, keys } = parts;
  const bundle = assembleBundle({ ...parts, record: [], authorities: new Map(), keys: new Map() });
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(bundle)) {
    texts.set(name, await turn(() => canonicalJson(value)));
  }
  texts.set('record', await renderChain(record, turn));
  texts.set('authorities', await renderChains(authorities, turn));
  texts.set('keys', await renderChains(keys, turn));
  return objectText(texts);
}

async function renderChains(chains: ReadonlyMap<string, Elements>, turn: Turn): Promise<string> {
  const texts = new Map<string, string>();
  for (const [id, chain] of chains) texts.set(id, await renderChain(chain, turn));
  return objectText(texts);
}

async function renderChain(chain: Elements, turn: Turn): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < chain.length; from += PART) {
    const part = chain.slice(from, from + PART);
    texts.push(await turn(() => part.map((each) => renderElement(each, each.signature)).join(',')));
  }
  return `[${texts.join(',')}]`;
}

/** Sorted by UTF-16 code units, as JCS sorts. */
function objectText(members: ReadonlyMap<string, string>): string {
  const names = [...members.keys()].sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${members.get(name) ?? 'null'}`).join(',')}}`;
}
