import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { List } from '../api/queries.js';
import { useMay } from '../api/session.js';
import { ActButton } from './Button.js';
import { EmptyState } from './EmptyState.js';
import { FilterBar, type Filter } from './FilterBar.js';
import { Page } from './Page.js';
import { ListTable, type Column } from './Table.js';

interface ListPageProps<Item> {
  title: string;
  lead: string;
  /** What a row is: `record`. */
  one: string;
  filters: readonly Filter[];
  list: List<Item>;
  columns: readonly Column<Item>[];
  /** Actions beside that of `create`. */
  actions?: ReactNode;
  /** The main action of the page, whose dialog `?new=yes` opens. */
  create?: { label: string; needs: string; dialog: (close: () => void) => ReactNode };
  /** Shown where nothing is listed, without any filter. */
  empty: ReactNode;
  children?: ReactNode;
}

/** A page with one filtered list, and the dialog that adds to it. */
export function ListPage<Item extends { id: string }>(props: ListPageProps<Item>) {
  const { title, lead, one, filters, list, columns, actions, create, empty, children } = props;
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (isOpen: boolean) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, new: isOpen ? 'yes' : undefined }),
      replace: !isOpen,
    } as never);
  const mayCreate = useMay(create?.needs ?? '');
  const isFiltered = filters.some(({ name }) => search[name] !== undefined);
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        <>
          {actions}
          {create !== undefined && (
            <ActButton needs={create.needs} look="primary" icon="plus" onClick={() => open(true)}>
              {create.label}
            </ActButton>
          )}
        </>
      }
    >
      <FilterBar filters={filters} />
      <ListTable
        label={title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <EmptyState title={`No ${one} fits these filters`}>Remove a filter to see more.</EmptyState>
          ) : (
            empty
          )
        }
      />
      {create !== undefined && mayCreate && search['new'] !== undefined && create.dialog(() => open(false))}
      {children}
    </Page>
  );
}
