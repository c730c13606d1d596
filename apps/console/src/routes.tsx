import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type SearchMiddleware,
} from '@tanstack/react-router';
import { root } from './api/place.js';
import { connection } from './api/send.js';
import { Places } from './components/Loaded.js';
import { parseSearch, stringifySearch, texts, type Texts } from './format/search-texts.js';
import { Shell } from './frame/Shell.js';
import { PageError } from './frame/PageError.js';

const rootRoute = createRootRoute({
  component: Outlet,
  errorComponent: PageError,
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: texts('return_to', 'refused', 'ended'),
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
  // `new` opens the dialog of a list that creates something; `after` is the cursor of a page of a list.
  validateSearch: texts('project', 'new', 'after'),
  search: { middlewares: [keepProject] },
});

/** Loads the script of a page; while the service cannot be reached, when it can be again. */
async function loadWhenUp<Module>(load: () => Promise<Module>): Promise<Module> {
  await connection.whenUp();
  try {
    return await load();
  } catch (error) {
    await connection.tryNow();
    // The script is gone: there is a new build.
    // The router would load the page again by the error's own message, as `reloadOnce` does already.
    if (connection.isUp) throw new Error(`A script is lost: ${String(error)}`, { cause: error });
    await connection.whenUp();
    // Browsers do not load a script again that failed.
    location.reload();
    return new Promise(() => undefined);
  }
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** A page of the shell, loaded when it is opened. @param names its search parameters, with blanks between them. */
function page<const Path extends string, Module extends object, const Names extends string = never>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & string,
  names?: Names,
) {
  const component = lazyRouteComponent(() => loadWhenUp(load), name);
  const validateSearch = texts(...((names?.split(' ') ?? []) as Words<Names>[]));
  return createRoute({ getParentRoute: () => shell, path, component, validateSearch });
}

const tree = rootRoute.addChildren([
  signIn,
  invitation,
  shell.addChildren([
    page('/', () => import('./pages/overview/OverviewPage.js'), 'OverviewPage'),
    page('/verify', () => import('./pages/verify/VerifyPage.js'), 'VerifyPage', 'id digest external_id'),
    page(
      '/records',
      () => import('./pages/records/RecordsPage.js'),
      'RecordsPage',
      'state authority_id external_id content_digest origin_prefix metadata from to updated_from updated_to',
    ),
    page('/records/$id', () => import('./pages/records/RecordPage.js'), 'RecordPage', 'tab'),
    page(
      '/authorities',
      () => import('./pages/authorities/AuthoritiesPage.js'),
      'AuthoritiesPage',
      'state issuer sort',
    ),
    page('/authorities/$id', () => import('./pages/authorities/AuthorityPage.js'), 'AuthorityPage', 'tab'),
    page(
      '/credentials',
      () => import('./pages/credentials/CredentialsPage.js'),
      'CredentialsPage',
      'state capability sort',
    ),
    page('/credentials/$id', () => import('./pages/credentials/CredentialPage.js'), 'CredentialPage', 'tab'),
    page(
      '/subscriptions',
      () => import('./pages/subscriptions/SubscriptionsPage.js'),
      'SubscriptionsPage',
      'state sort',
    ),
    page(
      '/subscriptions/$id',
      () => import('./pages/subscriptions/SubscriptionPage.js'),
      'SubscriptionPage',
      'tab state attempted event_type from to',
    ),
    page('/deliveries/$id', () => import('./pages/deliveries/DeliveryPage.js'), 'DeliveryPage', 'tab'),
    page(
      '/events',
      () => import('./pages/events/EventsPage.js'),
      'EventsPage',
      'subject_id category from to',
    ),
    page('/events/$id', () => import('./pages/events/EventPage.js'), 'EventPage', 'tab'),
    page(
      '/history',
      () => import('./pages/history/HistoryPage.js'),
      'HistoryPage',
      'operator_id credential_id channel operation outcome error_code subject from to reads live',
    ),
    page('/history/$id', () => import('./pages/history/InteractionPage.js'), 'InteractionPage', 'tab'),
    page(
      '/usage',
      () => import('./pages/usage/UsagePage.js'),
      'UsagePage',
      'from to granularity group_by credential_id error_code',
    ),
    page('/log', () => import('./pages/log/LogPage.js'), 'LogPage', 'entry tab'),
    page('/system', () => import('./pages/system/SystemPage.js'), 'SystemPage'),
    page('/team', () => import('./pages/team/TeamPage.js'), 'TeamPage', 'operator state sort'),
    page('/account', () => import('./pages/account/AccountPage.js'), 'AccountPage'),
    page('/new-project', () => import('./pages/new-project/NewProjectPage.js'), 'NewProjectPage'),
    page('/$', () => import('./frame/LostPage.js'), 'LostPage'),
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
  defaultPendingComponent: () => <Places lines={12} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
