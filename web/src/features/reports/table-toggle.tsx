import type { ReactNode } from 'react';

import { Button } from '../../ui/buttons/button';
import { HAPPINESS_COPY } from './happiness-copy';

interface TableToggleProps {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
}

/** Switches between a chart and a table of its numbers. */
export function TableToggle({ isTable, onChange }: TableToggleProps): ReactNode {
  return (
    <Button size="sm" variant="outline" className="print:hidden" onClick={() => onChange(!isTable)}>
      {isTable ? HAPPINESS_COPY.asChart : HAPPINESS_COPY.asTable}
    </Button>
  );
}
