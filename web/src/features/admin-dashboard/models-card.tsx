import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { systemHealthQuery } from '../../lib/queries/system-health-query';
import { ModelDownloads } from '../../ui/data/model-downloads';
import { Card } from '../../ui/layout/card';

/** While local models are being downloaded. */
export function ModelsCard(): ReactNode {
  const { data } = useQuery(systemHealthQuery);
  if (!data || data.models.length === 0) return null;
  return (
    <Card
      title="Better engines are on their way"
      subtitle="Calls are processed with the built-in ones meanwhile. No restart is needed."
    >
      <ModelDownloads models={data.models} />
    </Card>
  );
}
