import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { useUser } from '../../../lib/session';
import { ButtonLink } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { exportPath, filtersIn, paramsWith, type CallFilters } from '../call-filters';
import { UploadCall } from '../upload/upload-call';
import { CallList } from './call-list';
import { FilterBar } from './filter-bar';

/** Every call of the account. The filters are in the URL, so that a list can be kept and shared. */
export function CallsPage(): ReactNode {
  const { status } = useUser();
  const [params, setParams] = useSearchParams();
  const filters = filtersIn(params);
  const change = (changed: Partial<CallFilters>): void => setParams(paramsWith(filters, changed), { replace: true });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-end gap-3">
        <ButtonLink href={exportPath(filters)} download variant="outline"><Download aria-hidden />Export CSV</ButtonLink>
        {status === 'active' && <UploadCall />}
      </div>
      <Card className="grid gap-4">
        <FilterBar filters={filters} onChange={change} />
        <CallList filters={filters} onClear={() => setParams({}, { replace: true })} />
      </Card>
    </div>
  );
}
