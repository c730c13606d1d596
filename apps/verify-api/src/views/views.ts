import { directoryView } from './directory.view.js';
import { linksView } from './links.view.js';
import { recordsView } from './records.view.js';
import { subscriptionsView } from './subscriptions.view.js';

/** The gateway's views. */
export const VIEWS = [recordsView, directoryView, linksView, subscriptionsView];
