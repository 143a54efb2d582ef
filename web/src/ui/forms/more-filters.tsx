import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

import { useIsMobile } from '../../lib/browser/use-media-query';
import { Button } from '../buttons/button';
import { lazyArea } from '../lazy-part';

const FilterSheet = lazyArea(async () => (await import('./filter-sheet')).FilterSheet);

interface MoreFiltersProps {
  /** Number of these filters that are set. */
  count: number;
  /** Whether phones show only the icon. */
  isCompact?: boolean;
  children: ReactNode;
}

/** A button that reveals less common filters below the others, or in a sheet on phones. */
export function MoreFilters({ count, isCompact = false, children }: MoreFiltersProps): ReactNode {
  const isMobile = useIsMobile();
  // Open if some filters are already set, such as after following a link.
  const layout = isMobile ? 'sheet' : 'page';
  const [openLayout, setOpenLayout] = useState(count > 0 && !isMobile ? layout : null);
  const isOpen = openLayout === layout; // rotating or zooming doesn't cover the page with a sheet
  const id = useId();
  const close = (): void => setOpenLayout(null);
  return (
    <>
      <Button
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={isOpen && !isMobile ? id : undefined}
        aria-haspopup={isMobile ? 'dialog' : undefined}
        className="aria-expanded:bg-sunken"
        onClick={() => setOpenLayout(isOpen ? null : layout)}
      >
        <SlidersHorizontal aria-hidden />
        <span className={isCompact ? 'max-md:sr-only' : undefined}>Filter</span>
        {count > 0 && (
          <span className="rounded-full bg-primary px-1.5 text-meta text-on-primary">
            {count}
            <span className="sr-only"> in use</span>
          </span>
        )}
      </Button>
      {isOpen &&
        (isMobile ? (
          <FilterSheet onClose={close}>{children}</FilterSheet>
        ) : (
          <div id={id} role="group" aria-label="More filters" className="order-last flex basis-full flex-wrap gap-3">
            {children}
          </div>
        ))}
    </>
  );
}
