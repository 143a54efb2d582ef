import type { ReactNode, RefObject } from 'react';

import { cx } from '../cx';
import { SteadyList } from './steady-list';

/** Classes for an item whose only child has the class `ROW_CLASSES`. */
export const ROW_ITEM_CLASSES = 'break-inside-avoid @2xl:col-span-full @2xl:grid @2xl:grid-cols-subgrid';

/** Holds a row's cells. In wide lists, each is in its own column. In narrow lists, a row has two lines. */
export const ROW_CLASSES =
  'grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 @2xl:col-span-full @2xl:grid-cols-subgrid';

interface RowListProps {
  listRef?: RefObject<HTMLUListElement | null>;
  label?: string;
  className?: string;
  /** Items with the class `ROW_ITEM_CLASSES`. */
  children: ReactNode;
}

/** A list with one line per row. As a container, it never widens the page, no matter how long the text is. */
export function RowList({ listRef, label, className = '', children }: RowListProps): ReactNode {
  return (
    <div className={`@container ${className}`}>
      <SteadyList
        listRef={listRef}
        label={label}
        className="divide-y @2xl:grid @2xl:grid-cols-[minmax(9rem,14rem)_auto_minmax(0,1fr)_auto_auto] @2xl:gap-x-3 @5xl:grid-cols-[minmax(9rem,19rem)_auto_minmax(0,1fr)_auto_auto]"
      >
        {children}
      </SteadyList>
    </div>
  );
}

interface RowCellsProps {
  name: ReactNode;
  /** A label or a due time, for example. */
  mark: ReactNode;
  /** One sentence about the row. */
  text: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  /** Whether the mark and meta text are on their own line in narrow lists, next to the actions. */
  isStacked?: boolean;
}

/** A row's cells, for an element with the class `ROW_CLASSES`. */
export function RowCells({ name, mark, text, meta, actions, isStacked = false }: RowCellsProps): ReactNode {
  // Without actions, an empty column and its gap would keep the mark and the meta text away from the edge.
  const colSpan = actions === undefined && '@max-2xl:col-span-2';
  return (
    <>
      <span className="flex min-w-0 items-center gap-2 @max-2xl:col-start-1">{name}</span>
      <span className="line-clamp-2 min-w-0 text-fg-muted @max-2xl:col-start-1 @max-2xl:row-start-2 @2xl:col-start-3 @2xl:row-start-1 @2xl:line-clamp-1">
        {text}
      </span>
      <span
        className={
          isStacked
            ? '@max-2xl:col-start-1 @max-2xl:row-start-3 @max-2xl:flex @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-x-2 @2xl:contents'
            : 'contents'
        }
      >
        <span className={cx('whitespace-nowrap @max-2xl:justify-self-end @2xl:col-start-2 @2xl:row-start-1', colSpan)}>
          {mark}
        </span>
        <span
          className={cx(
            'text-right text-meta text-fg-subtle @max-2xl:row-start-2 @2xl:col-start-4 @2xl:row-start-1',
            colSpan && `${colSpan} @2xl:col-end-6`,
          )}
        >
          {meta}
        </span>
      </span>
      {actions !== undefined && (
        <span className="flex items-center gap-1.5 @max-2xl:col-start-3 @max-2xl:row-span-3 @max-2xl:row-start-1 @2xl:col-start-5 @2xl:row-start-1">
          {actions}
        </span>
      )}
    </>
  );
}
