import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { COPY } from '../lib/copy';
import { PATHS } from '../lib/paths';
import { ButtonLink } from '../ui/buttons/button';
import { EmptyState } from '../ui/feedback/empty-state';
import { Card } from '../ui/layout/card';

export function AdminRequired({ reason }: { reason: string }): ReactNode {
  return (
    <Card>
      <EmptyState icon={<ShieldAlert />} title={COPY.adminRequired.title} text={reason}>
        <ButtonLink to={PATHS.home} variant="outline">
          Back to home
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}
