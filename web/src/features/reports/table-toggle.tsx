import type { ReactNode } from 'react';

import { Button } from '../../ui/buttons/button';
import { HAPPINESS_COPY } from './happiness-copy';

interface TableToggleProps {
  asTable: boolean;
  onChange: (asTable: boolean) => void;
}

/** Switches between a chart and a table of its numbers. */
export function TableToggle({ asTable, onChange }: TableToggleProps): ReactNode {
  return (
    <Button
      size="sm"
      variant="outline"
      aria-pressed={asTable}
      className="print:hidden"
      onClick={() => onChange(!asTable)}
    >
      {asTable ? HAPPINESS_COPY.asChart : HAPPINESS_COPY.asTable}
    </Button>
  );
}
