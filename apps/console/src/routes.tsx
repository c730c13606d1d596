import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type SearchMiddleware,
} from '@tanstack/react-router';
import { root } from './api/place.js';
import { LostPage } from './frame/LostPage.js';
import { parseSearch, stringifySearch, texts, type Texts } from './format/search-texts.js';
import { Shell } from './frame/Shell.js';
import { PageError } from './frame/PageError.js';

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: LostPage,
  errorComponent: PageError,
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: texts('return_to', 'refused'),
  component: lazyRouteComponent(() => import('./pages/sign-in/SignInPage.js'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/invitation/InvitationPage.js'), 'InvitationPage'),
});

/** Links without a project keep the current one. */
const keepProject: SearchMiddleware<Texts<'project'>> = ({ search, next }) => ({
  project: search.project,
  ...next(search),
});

/** Everything that needs a session. The current project is kept from page to page. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: PageError,
  validateSearch: texts('project'),
  search: { middlewares: [keepProject] },
});

/** A page of the shell. @param names its search parameters. */
function page<const Path extends string, const Name extends string = never>(
  path: Path,
  component: ReturnType<typeof lazyRouteComponent>,
  ...names: Name[]
) {
  return createRoute({ getParentRoute: () => shell, path, component, validateSearch: texts(...names) });
}

const tree = rootRoute.addChildren([
  signIn,
  invitation,
  shell.addChildren([
    page(
      '/',
      lazyRouteComponent(() => import('./pages/overview/OverviewPage.js'), 'OverviewPage'),
    ),
    page(
      '/verify',
      lazyRouteComponent(() => import('./pages/verify/VerifyPage.js'), 'VerifyPage'),
      'id',
      'digest',
      'external_id',
    ),
    page(
      '/records',
      lazyRouteComponent(() => import('./pages/records/RecordsPage.js'), 'RecordsPage'),
      'state',
      'authority_id',
      'external_id',
      'content_digest',
      'origin_prefix',
      'metadata',
      'from',
      'to',
      'updated_from',
      'updated_to',
    ),
    page(
      '/records/$id',
      lazyRouteComponent(() => import('./pages/records/RecordPage.js'), 'RecordPage'),
      'tab',
    ),
    page(
      '/authorities',
      lazyRouteComponent(() => import('./pages/authorities/AuthoritiesPage.js'), 'AuthoritiesPage'),
      'state',
      'issuer',
    ),
    page(
      '/authorities/$id',
      lazyRouteComponent(() => import('./pages/authorities/AuthorityPage.js'), 'AuthorityPage'),
      'tab',
    ),
    page(
      '/credentials',
      lazyRouteComponent(() => import('./pages/credentials/CredentialsPage.js'), 'CredentialsPage'),
      'state',
      'capability',
    ),
    page(
      '/credentials/$id',
      lazyRouteComponent(() => import('./pages/credentials/CredentialPage.js'), 'CredentialPage'),
      'tab',
    ),
    page(
      '/subscriptions',
      lazyRouteComponent(() => import('./pages/subscriptions/SubscriptionsPage.js'), 'SubscriptionsPage'),
      'state',
    ),
    page(
      '/subscriptions/$id',
      lazyRouteComponent(() => import('./pages/subscriptions/SubscriptionPage.js'), 'SubscriptionPage'),
      'tab',
      'state',
      'attempted',
      'event_type',
      'from',
      'to',
    ),
    page(
      '/deliveries/$id',
      lazyRouteComponent(() => import('./pages/deliveries/DeliveryPage.js'), 'DeliveryPage'),
      'tab',
    ),
    page(
      '/events',
      lazyRouteComponent(() => import('./pages/events/EventsPage.js'), 'EventsPage'),
      'subject_id',
      'category',
      'from',
      'to',
    ),
    page(
      '/events/$id',
      lazyRouteComponent(() => import('./pages/events/EventPage.js'), 'EventPage'),
      'tab',
    ),
    page(
      '/history',
      lazyRouteComponent(() => import('./pages/history/HistoryPage.js'), 'HistoryPage'),
      'operator_id',
      'credential_id',
      'channel',
      'operation',
      'outcome',
      'error_code',
      'subject',
      'from',
      'to',
      'live',
    ),
    page(
      '/history/$id',
      lazyRouteComponent(() => import('./pages/history/InteractionPage.js'), 'InteractionPage'),
      'tab',
    ),
    page(
      '/usage',
      lazyRouteComponent(() => import('./pages/usage/UsagePage.js'), 'UsagePage'),
      'from',
      'to',
      'granularity',
      'group_by',
      'credential_id',
      'error_code',
    ),
    page(
      '/log',
      lazyRouteComponent(() => import('./pages/log/LogPage.js'), 'LogPage'),
      'entry',
      'tab',
    ),
    page(
      '/team',
      lazyRouteComponent(() => import('./pages/team/TeamPage.js'), 'TeamPage'),
      'operator',
      'state',
    ),
    page(
      '/account',
      lazyRouteComponent(() => import('./pages/account/AccountPage.js'), 'AccountPage'),
    ),
    page(
      '/new-project',
      lazyRouteComponent(() => import('./pages/new-project/NewProjectPage.js'), 'NewProjectPage'),
    ),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: root,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: false,
  defaultErrorComponent: PageError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
