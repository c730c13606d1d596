import { useSearch } from '@tanstack/react-router';
import { useId, useState, type FormEvent } from 'react';
import { useEventCategories } from '../api/event-categories.js';
import { shortType } from '../format/event-type.js';
import { shown } from '../format/hostile-text.js';
import { ZONE_HINTS, fromInput, toInput } from '../format/input-times.js';
import { exactTime, type Zone } from '../format/times.js';
import { Button } from './Button.js';
import { Field, MomentField, Select } from './Field.js';
import styles from './FilterBar.module.css';
import { Icon } from './Icon.js';
import { Menu } from './Menu.js';
import { useNames, type Named } from './NameOf.js';
import { useZone } from './preferences.js';
import { useSearchChange } from './use-search-change.js';

export interface Filter {
  /** Name of the filter, in the URL and in the API. */
  name: string;
  label: string;
  /** Choices; without them, it is a text field. */
  options?: readonly (string | { value: string; label: string })[];
  /** Choices that the registry of events has: types, or also the domains of them. */
  events?: 'types' | 'categories';
  /** A date and time in the displayed time zone. */
  moment?: boolean;
  hint?: string;
  /** The kinds of things whose names are offered for an id. */
  names?: readonly Named[];
  /** `pattern` of the input. */
  pattern?: string;
}

/** The filters of a list, kept in the URL: chips for those that are set, and a form for all. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const zone = useZone();
  const change = useSearchChange();
  const set = filters.filter(({ name }) => search[name] !== undefined);
  const known = useNames(...set.flatMap(({ names = [] }) => names));
  const textOf = (filter: Filter): string => {
    const value = search[filter.name] ?? '';
    return shown(known.get(value) ?? valueText(filter, value, zone));
  };
  return (
    <div className={styles.bar}>
      <Menu label="Filter" icon="filter">
        {(close) => (
          <FilterForm
            // Remounts the form when the URL changes.
            key={JSON.stringify(search)}
            filters={filters}
            search={search}
            onApply={(changes) => {
              change(changes);
              close();
            }}
          />
        )}
      </Menu>
      <ul role="list" aria-label="Active filters">
        {set.map((filter) => (
          <li key={filter.name}>
            <button
              type="button"
              className={styles.chip}
              onClick={() => change({ [filter.name]: undefined })}
            >
              <span>{filter.label}:</span> <b>{textOf(filter)}</b>
              <Icon name="cross" />
              <span className="visually-hidden">Remove this filter</span>
            </button>
          </li>
        ))}
      </ul>
      {set.length > 1 && (
        <Button
          look="plain"
          size="s"
          onClick={() => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
        >
          Clear all
        </Button>
      )}
    </div>
  );
}

function FilterForm({
  filters,
  search,
  onApply,
}: {
  filters: readonly Filter[];
  search: Record<string, string | undefined>;
  onApply: (changes: Record<string, string | undefined>) => void;
}) {
  const zone = useZone();
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      filters.map(({ name, moment }) => {
        const value = search[name] ?? '';
        return [name, moment === true ? toInput(value, zone) : value];
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(
      Object.fromEntries(
        filters.map(({ name, moment }) => {
          const value = (values[name] ?? '').trim();
          return [name, (moment === true ? fromInput(value, zone) : value) || undefined];
        }),
      ),
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {filters.map(({ name, label, options, moment, hint, pattern, names, events }) => {
        const common = {
          label,
          value: values[name] ?? '',
          onChange: (event: { target: { value: string } }) =>
            setValues((before) => ({ ...before, [name]: event.target.value })),
        };
        if (events !== undefined) {
          return <EventSelect key={name} {...common} withDomains={events === 'categories'} />;
        }
        if (options !== undefined) {
          const choices = options.map((each) =>
            typeof each === 'string' ? { value: each, label: each.replaceAll('_', ' ') } : each,
          );
          return (
            <Select key={name} {...common} hint={hint} options={[{ value: '', label: 'any' }, ...choices]} />
          );
        }
        if (moment === true) return <MomentField key={name} {...common} hint={hint ?? ZONE_HINTS[zone]} />;
        const field = { ...common, hint, pattern };
        return names === undefined ? (
          <Field key={name} {...field} />
        ) : (
          <IdField key={name} {...field} names={names} />
        );
      })}
      <Button type="submit" look="primary">
        Apply
      </Button>
    </form>
  );
}

function EventSelect({
  withDomains,
  ...field
}: Omit<Parameters<typeof Select>[0], 'options'> & { withDomains: boolean }) {
  const { data } = useEventCategories();
  const types = data?.data ?? [];
  const domains = withDomains ? [...new Set(types.map(({ domain }) => domain as string))] : [];
  const options = [
    { value: '', label: 'any' },
    ...domains.map((domain) => ({ value: domain, label: `all of ${domain}s` })),
    ...types.map(({ type }) => ({ value: type as string, label: shortType(type) })),
  ];
  return <Select {...field} options={options} />;
}

/** A field for a text, which offers names for an id once it is used. */
function IdField({ names, ...field }: Parameters<typeof Field>[0] & { names: readonly Named[] }) {
  const [isUsed, setUsed] = useState(false);
  const known = useNames(...(isUsed ? names : []));
  const id = useId();
  const fitting = [...known].filter(([each]) => names.some((kind) => each.startsWith(kind)));
  return (
    <>
      <Field {...field} list={id} onFocus={() => setUsed(true)} />
      <datalist id={id}>
        {fitting.map(([value, name]) => (
          <option key={value} value={value} label={shown(name)} />
        ))}
      </datalist>
    </>
  );
}

function valueText({ options = [], moment, events }: Filter, value: string, zone: Zone): string {
  if (events !== undefined) return shortType(value);
  if (moment === true) return Number.isNaN(Date.parse(value)) ? value : exactTime(value, zone);
  const option = options.find((each) => typeof each !== 'string' && each.value === value);
  return typeof option === 'object' ? option.label : value;
}
