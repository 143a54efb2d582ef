import { Component, createRef, type ReactNode, type RefObject } from 'react';

interface SteadyListProps {
  listRef?: RefObject<HTMLUListElement | null>;
  label?: string;
  className: string;
  children: ReactNode;
}

interface ScrollAnchor {
  row: Element;
  index: number;
  topPx: number;
  hadFocus: boolean;
}

/**
 * A list that stays steady while it changes: the focused row, or else the first visible row of a scrolled page, stays
 * in place when rows are added above it. This is a class because only `getSnapshotBeforeUpdate` runs before the change.
 */
export class SteadyList extends Component<SteadyListProps> {
  private readonly list = this.props.listRef ?? createRef<HTMLUListElement>();

  override getSnapshotBeforeUpdate(): ScrollAnchor | null {
    const rows = [...(this.list.current?.children ?? [])];
    const focusedIndex = rows.findIndex((row) => row.contains(document.activeElement));
    const index = focusedIndex >= 0 || window.scrollY === 0 ? focusedIndex : rows.findIndex(isBelowTop);
    const row = rows[index];
    return row === undefined ? null : { row, index, topPx: getTop(row), hadFocus: focusedIndex >= 0 };
  }

  override componentDidUpdate(_props: SteadyListProps, _state: unknown, anchor: ScrollAnchor | null): void {
    if (anchor === null) return;
    if (anchor.row.isConnected) window.scrollBy(0, getTop(anchor.row) - anchor.topPx);
    else if (anchor.hadFocus) this.focusRow(anchor.index);
  }

  override render(): ReactNode {
    const { label, className, children } = this.props;
    return (
      <ul ref={this.list} aria-label={label} className={`contain-inline-size [overflow-anchor:none] ${className}`}>
        {children}
      </ul>
    );
  }

  // The focused row has disappeared, so the row now in its place takes focus.
  private focusRow(index: number): void {
    const rows = this.list.current?.children;
    const row = rows?.[Math.min(index, rows.length - 1)];
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }
}

function getTop(row: Element): number {
  return row.getBoundingClientRect().top;
}

function isBelowTop(row: Element): boolean {
  return getTop(row) >= 0;
}
