/** What the ids of a path are of, by the segment before them. */
const NOUNS: Record<string, string> = {
  records: 'record',
  authorities: 'authority',
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
};

interface PathParameter {
  name: string;
  in: string;
}

/**
 * A parameter with a description, where it is an id in a path: Nest knows its name alone.
 * @throws TypeError where a path has an id of something that has no noun here.
 */
export function describeId<Parameter extends PathParameter>(path: string, parameter: Parameter): Parameter {
  if (parameter.name === ENVIRONMENT.name) return { ...parameter, ...ENVIRONMENT };
  if (parameter.in !== 'path' || !/^(?:id|\w+_id)$/.test(parameter.name)) return parameter;
  const segment = new RegExp(`([\\w-]+)/\\{${parameter.name}\\}`).exec(path)?.[1] ?? '';
  const noun = NOUNS[segment];
  if (noun === undefined) throw new TypeError(`The document cannot say of what ${path} has an id.`);
  return {
    ...parameter,
    description: `Id of the ${noun}.`,
    schema: { type: 'string' },
    'x-shared-as': `${noun}_id`,
  };
}
