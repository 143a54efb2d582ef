import { CircleAlert, Headphones } from 'lucide-react';
import type { ReactNode } from 'react';

import { isFinalCallState } from '@ringwell/domain/call';

import type { FullCall } from '../../../api/types';

/** Why there is no summary, or none yet; of a call that is processed again, how that stands while the earlier result is shown. */
export function Unfinished({ call }: { call: FullCall }): ReactNode {
  const isOver = isFinalCallState(call.state);
  const Icon = isOver ? CircleAlert : Headphones;
  return (
    <section aria-label="Processing" role="status" className="flex gap-3 rounded-menu border bg-sunken px-4 py-3.5">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-fg-muted" />
      <div>
        <p className="font-semibold">{titleOf(call, isOver)}</p>
        <p className="mt-0.5 text-fg-muted">{reasonOf(call, isOver)}</p>
        {call.result && (
          <p className="mt-0.5 text-fg-muted">
            {isOver ? 'Showing the previous result.' : "Showing the previous result until it's done."}
          </p>
        )}
      </div>
    </section>
  );
}

function titleOf({ state, result }: FullCall, isOver: boolean): string {
  const processed = result ? 'reprocessed' : 'processed';
  if (state === 'skipped') return 'This call was skipped';
  return isOver ? `This call couldn't be ${processed}` : `This call is being ${processed}`;
}

function reasonOf({ skipMessage, error }: FullCall, isOver: boolean): string {
  return (
    skipMessage ??
    error?.message ??
    (isOver ? 'No details available.' : "The summary and transcript will appear here when they're ready.")
  );
}
