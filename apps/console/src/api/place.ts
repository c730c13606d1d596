import { environmentOf } from '../format/environment.js';

/** The environment of this page. Switching reloads the page, so that no state is carried over. */
export const environment = environmentOf(location.pathname);

/** Where the Console of this environment is, without a slash at its end. */
export const root = `/console/${environment}`;
