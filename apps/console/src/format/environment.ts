/** The two environments, which share nothing. */
export type Environment = 'development' | 'production';

/** The environment of a path of the Console. */
export function environmentOf(pathname: string): Environment {
  return pathname.split('/')[2] === 'production' ? 'production' : 'development';
}

/** The capitalised name of an environment. */
export const ENVIRONMENT_NAMES: Readonly<Record<Environment, string>> = {
  development: 'Development',
  production: 'Production',
};
