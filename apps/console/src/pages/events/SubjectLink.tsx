import { RowLink } from '../../components/RowLink.js';

const ROUTES = {
  record: '/records/$id',
  authority: '/authorities/$id',
  credential: '/credentials/$id',
  subscription: '/subscriptions/$id',
} as const;

/** The subject of an event, as a link to its page. */
export function SubjectLink({ type, id }: { type: string; id: string }) {
  const to = Object.hasOwn(ROUTES, type) ? ROUTES[type as keyof typeof ROUTES] : undefined;
  if (to === undefined) return <code>{id}</code>;
  return (
    <RowLink to={to} params={{ id }}>
      <code>{id}</code>
    </RowLink>
  );
}
