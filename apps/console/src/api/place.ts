import { environmentOf } from '../format/environment.js';

/** The environment of this page: another one is another page load, so that nothing is carried over. */
export const environment = environmentOf(location.pathname);

/** Where the Console of this environment is, without a slash at its end. */
export const root = `/console/${environment}`;
