import './styles/index.css';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isPassing } from './api/api-error.js';
import { RETRY_EVERY } from './api/connection.js';
import { followSignOut, leaveFor } from './api/leave.js';
import { root } from './api/place.js';
import { connection, onSignedOut } from './api/send.js';
import { sessionQuery } from './api/session.js';
import { Toasts } from './components/Toasts.js';
import { reloadOnce } from './frame/reload-once.js';
import { StepUpDialog } from './frame/StepUpDialog.js';
import { router } from './routes.js';

// Kept in memory only, so that data of one environment never appear in the other.
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      refetchInterval: ({ state }) => (isPassing(state.error) ? RETRY_EVERY : false),
    },
    // An act fails at once without a connection: nobody expects it minutes later.
    mutations: { networkMode: 'always' },
  },
});

// Queries wait while the service cannot be reached, and go on by themselves.
onlineManager.setEventListener((setOnline) => connection.subscribe(() => setOnline(connection.isUp)));
for (const kind of ['online', 'offline'] as const) {
  window.addEventListener(kind, () => connection.setNetwork(kind === 'online'));
}

onSignedOut(() => {
  const { pathname, href } = router.state.location;
  if (['/sign-in', '/invitation'].some((open) => pathname.endsWith(open))) return;
  const return_to = href.startsWith(root) ? href.slice(root.length) : href;
  const isKnown = queries.getQueryData(sessionQuery.queryKey) !== undefined;
  if (isKnown) leaveFor(`/sign-in?${new URLSearchParams({ return_to, ended: 'yes' })}`);
  else void router.navigate({ to: '/sign-in', search: { return_to } });
});

followSignOut();

// Vite's event for a script that could not be loaded.
window.addEventListener('vite:preloadError', () => {
  void connection.tryNow().then(() => connection.isUp && reloadOnce());
});

const place = document.querySelector('#console');
if (place === null) throw new Error('The page has no element for the Console.');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <StepUpDialog />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
