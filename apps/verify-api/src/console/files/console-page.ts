import type { Environment } from '@service/contracts';
import { consoleRoot } from '../console-path.js';

const TITLES: Readonly<Record<Environment, string>> = {
  development: 'Console',
  production: 'PROD · Console',
};

/**
 * The page as it is built, for one environment: its title, its icon and its colours come with the first paint, and its
 * addresses lead to the same files from every path.
 */
export function fillIn(page: string, environment: Environment): string {
  return page
    .replaceAll('{{environment}}', environment)
    .replaceAll('{{title}}', TITLES[environment])
    .replaceAll(/(?<=(?:src|href)=")\.\//g, `${consoleRoot(environment)}/`);
}
