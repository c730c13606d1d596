import type { paths } from '../../../generated/openapi.js';
import type { Filter } from '../../components/FilterBar.js';

type Query = NonNullable<paths['/v1/interactions']['get']['parameters']['query']>;
/** Filters of the history, as the API takes them. */
export type HistoryFilters = Omit<Query, 'limit' | 'cursor'>;

/** The filters in the URL. */
export const FILTERS: readonly Filter[] = [
  { name: 'outcome', label: 'Outcome', options: ['succeeded', 'refused', 'failed'] },
  { name: 'operation', label: 'Operation', hint: 'Such as records.verify.' },
  { name: 'error_code', label: 'Error code', hint: 'Such as record.not_found.' },
  { name: 'channel', label: 'Channel', options: ['api', 'mcp', 'console', 'events'] },
  { name: 'operator_id', label: 'Operator', names: ['opr'], pattern: 'opr_\\S+' },
  {
    name: 'credential_id',
    label: 'Credential',
    hint: 'Or the id of a link, or oauth: and the subject of access tokens.',
    names: ['crd'],
    pattern: '(crd_|lnk_|oauth:).+',
  },
  { name: 'subject', label: 'Subject', hint: 'An id, also of a record.', names: ['aut', 'crd', 'sub'] },
  { name: 'from', label: 'From', moment: true },
  { name: 'to', label: 'Until', moment: true },
];

/** The filters in a URL. The API filters by operators and credentials with one parameter. */
export function filtersOf(search: Readonly<Record<string, string | undefined>>): HistoryFilters {
  const { operator_id: operator, credential_id: credential, reads, ...others } = search;
  const caller = operator ?? credential;
  const set = FILTERS.flatMap(({ name }) => {
    const value = others[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(set),
    ...(caller === undefined ? {} : { credential_id: caller }),
    // Whoever asks for one operation, or for deliveries, means those that succeeded, too.
    ...(reads === undefined && others['operation'] === undefined && others['channel'] !== 'events'
      ? { reads: false }
      : {}),
  } as HistoryFilters;
}
