import type { ReactNode } from 'react';

import { Badge } from '../../ui/data/badge';
import type { Method } from './openapi';

const TONES = {
  get: 'plain',
  post: 'primary',
  put: 'warning',
  patch: 'warning',
  delete: 'danger',
} as const satisfies Record<Method, string>;

export function MethodChip({ method }: { method: Method }): ReactNode {
  return <Badge tone={TONES[method]}>{method.toUpperCase()}</Badge>;
}
