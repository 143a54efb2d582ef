import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

import type { FullCall } from '../../../api/types';
import { Reprocess, useCanReprocess } from './reprocess';

// Shown when the built-in analyst stood in for the language model.
export function FallbackNotice({ call }: { call: FullCall }): ReactNode {
  const canReprocess = useCanReprocess(call);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-warning-soft px-3 py-2.5 text-on-warning-soft">
      <p className="flex min-w-0 basis-60 grow gap-2.5">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
        Judged by the built-in analyst because the language model wasn't available.
        {canReprocess && ' Reprocess to use it.'}
      </p>
      <Reprocess call={call} />
    </div>
  );
}
