import type { Key, ReactNode } from 'react';

import { useMediaQuery } from '../../lib/browser/use-media-query';
import { MOBILE_BREAKPOINT_PX } from '../../lib/constants';
import { cx } from '../cx';
import { Skeleton } from '../feedback/skeleton';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Position in the card on phones: `title` on top, `corner` at the top right; other columns become labeled lines. */
  card?: 'title' | 'corner';
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  empty?: ReactNode;
  loadingText?: string;
  /** Windows narrower than this show cards; set it for wide tables. */
  cardBreakpointPx?: number;
}

const LOADING_ROWS = [1, 2, 3, 4, 5];

/** A table that becomes a list of cards in narrow windows, but not in print. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { cardBreakpointPx = MOBILE_BREAKPOINT_PX } = props;
  const isNarrow = useMediaQuery(`screen and (max-width: ${cardBreakpointPx - 1}px)`);
  if (props.rows?.length === 0) return props.empty ?? null;
  return isNarrow ? <CardList {...props} /> : <Table {...props} />;
}

function Table<Row>({ caption, columns, rows, rowKey, loadingText = 'Loading' }: DataTableProps<Row>): ReactNode {
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse" aria-busy={rows === undefined}>
        <caption className="sr-only">{rows ? caption : loadingText}</caption>
        <thead>
          <tr className="border-b">
            {columns.map(({ id, header, align }) => (
              <th
                key={id}
                scope="col"
                className={cx(
                  'px-3 py-2.5 text-meta font-semibold text-fg-subtle first:pl-0 last:pr-0',
                  align === 'end' ? 'text-right' : 'text-left',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={rowKey(row)} className="border-b last:border-0">
              {columns.map(({ id, cell, align }) => (
                <td key={id} className={cx('px-3 py-3 first:pl-0 last:pr-0', align === 'end' && 'text-right')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          )) ??
            LOADING_ROWS.map((row) => (
              <tr key={row} className="border-b last:border-0">
                {columns.map(({ id }) => (
                  <td key={id} className="px-3 py-4 first:pl-0 last:pr-0">
                    <Skeleton className="h-4 w-3/4" />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function CardList<Row>({ caption, columns, rows, rowKey, loadingText = 'Loading' }: DataTableProps<Row>): ReactNode {
  const titleColumn = columns.find(({ card }) => card === 'title');
  const cornerColumn = columns.find(({ card }) => card === 'corner');
  const lines = columns.filter(({ card }) => card === undefined);
  return (
    <ul aria-label={rows ? caption : loadingText} aria-busy={rows === undefined} className="divide-y">
      {rows?.map((row) => (
        <li key={rowKey(row)} className="py-4 first:pt-0 last:pb-0">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">{titleColumn?.cell(row)}</div>
            {cornerColumn?.cell(row)}
          </div>
          <dl className="mt-3 grid gap-2">
            {lines.map(({ id, header, cell }) => (
              <div key={id} className="flex items-center justify-between gap-4">
                <dt className="text-fg-muted">{header}</dt>
                <dd className="text-right">{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      )) ??
        LOADING_ROWS.map((row) => (
          <li key={row} className="py-4">
            <Skeleton className="h-16" />
          </li>
        ))}
    </ul>
  );
}
