/** Where the search box leads: a route of the Console and its parameters. */
export type Found =
  | {
      to:
        | '/records/$id'
        | '/authorities/$id'
        | '/credentials/$id'
        | '/subscriptions/$id'
        | '/events/$id'
        | '/history/$id';
      params: { id: string };
    }
  | { to: '/deliveries/$id'; params: { id: string } }
  | { to: '/team'; search: { operator: string } }
  | { to: '/verify'; search: { digest: string } }
  | { to: '/records'; search: { external_id: string } };

const ROUTES = {
  rec: '/records/$id',
  aut: '/authorities/$id',
  crd: '/credentials/$id',
  sub: '/subscriptions/$id',
  evt: '/events/$id',
  req: '/history/$id',
  dlv: '/deliveries/$id',
} as const;

const ID = /^(rec|aut|crd|sub|evt|req|dlv|opr)_[0-9a-zA-Z_]{1,60}$/;
const DIGEST = /^(?:sha256:)?([0-9a-f]{64})$/i;

/** The route for a text in the search box: an id, a digest, or otherwise an external id. Null for an empty text. */
export function findPlace(text: string): Found | null {
  const asked = text.trim();
  if (asked === '') return null;
  const kind = ID.exec(asked)?.[1];
  if (kind === 'opr') return { to: '/team', search: { operator: asked } };
  if (kind !== undefined) return { to: ROUTES[kind as keyof typeof ROUTES], params: { id: asked } };
  const digest = DIGEST.exec(asked)?.[1];
  if (digest !== undefined) return { to: '/verify', search: { digest: `sha256:${digest.toLowerCase()}` } };
  return { to: '/records', search: { external_id: asked } };
}
