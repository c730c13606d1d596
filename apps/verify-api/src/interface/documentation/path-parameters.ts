import { ID_PREFIXES, idPattern, type IdKind } from '@service/contracts';

/** What the id in a path identifies, by the segment before it. */
const NOUNS: Record<string, IdKind | 'replay'> = {
  records: 'record',
  authorities: 'authority',
  links: 'link',
  credentials: 'credential',
  subscriptions: 'subscription',
  replays: 'replay',
  deliveries: 'delivery',
  events: 'event',
  interactions: 'request',
  projects: 'project',
  operators: 'operator',
};

/** The environment whose log is read. */
export const ENVIRONMENT = {
  name: 'environment',
  required: true,
  in: 'path',
  description: 'The one that the address serves: `development` or `production`.',
  schema: { type: 'string' },
  // Generators of clients make no difference between it and the schema `Environment`.
  'x-shared-as': 'environment_of_log',
} as const;

/**
 * A parameter of a path: the environment, or the id of something.
 * @throws TypeError if the segment before an id is not in `NOUNS`.
 */
export function pathParameter(path: string, name: string) {
  if (name === ENVIRONMENT.name) return ENVIRONMENT;
  const segment = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? '';
  const noun = NOUNS[segment];
  if (noun === undefined) throw new TypeError(`The document cannot say of what ${path} has an id.`);
  const prefix = ID_PREFIXES[noun === 'replay' ? 'delivery_request' : noun];
  return {
    name,
    in: 'path',
    required: true,
    description: `Id of the ${noun}.`,
    schema: { type: 'string', pattern: idPattern(prefix) },
    'x-shared-as': `${noun}_id`,
  } as const;
}
