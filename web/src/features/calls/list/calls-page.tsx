import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { useUser } from '../../../lib/session';
import { ButtonLink } from '../../../ui/buttons/button';
import { Card } from '../../../ui/layout/card';
import { exportPath } from '../call-filters';
import { UploadCall } from '../upload/upload-call';
import { CallList } from './call-list';
import { FilterBar } from './filter-bar';
import { useFilters } from './use-filters';

export function CallsPage(): ReactNode {
  const { status } = useUser();
  const controls = useFilters();
  const { filters, clear } = controls;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-end gap-3">
        <ButtonLink href={exportPath(filters)} download variant="outline">
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
        {status === 'active' && <UploadCall />}
      </div>
      <Card className="grid gap-4">
        <FilterBar controls={controls} />
        <CallList filters={filters} onClear={clear} />
      </Card>
    </div>
  );
}
