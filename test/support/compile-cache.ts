import { resolve } from 'node:path';

/** For the environment of a process of the service: what the one before compiled need not be compiled again, which is
 *  a quarter of what a start computes. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };
