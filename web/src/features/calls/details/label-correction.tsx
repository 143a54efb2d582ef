import { PenLine } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { FORMER_MEMBER } from '@ringwell/domain/accounts/user-display-name';

import type { FullCall } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { formatDateTime } from '../../../lib/format/format';
import { PATHS } from '../../../lib/paths';
import { useProduct } from '../../../lib/product';
import { useHasRole } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { lazyArea } from '../../../ui/lazy-part';
import { useUndoCorrection } from './use-label-correction';

const LabelDialog = lazyArea(async () => (await import('./label-dialog')).LabelDialog);

/** Shows who corrected a call's label, or a button to correct it. */
export function LabelCorrection({ call }: { call: FullCall }): ReactNode {
  const section = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const canCorrect = useHasRole('member');
  const undo = useUndoCorrection();
  const { correction, result } = call;
  const close = (): void => setIsOpen(false);
  if (!result || (!canCorrect && !correction)) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Correction"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2.5 outline-none md:px-6"
    >
      {correction && <CorrectionText correction={correction} isFromRule={Boolean(result.appliedRules?.label)} />}
      {canCorrect && (
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="outline" size="sm" disabled={undo.isPending} onClick={() => setIsOpen(true)}>
            <PenLine aria-hidden />
            {correction ? 'Change' : result.needsReview ? 'Set the label' : 'This is wrong'}
          </Button>
          {correction && (
            <Button
              variant="outline"
              size="sm"
              pending={undo.isPending}
              pendingLabel="Undoing…"
              onClick={() => {
                section.current?.focus(); // the button disappears
                undo.mutate({ id: call.id, correctedAt: correction.correctedAt });
              }}
            >
              Undo
            </Button>
          )}
          <Link
            to={PATHS.checks}
            className="inline-flex min-h-8 items-center px-1 font-medium text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            {COPY.checks.title}
          </Link>
        </div>
      )}
      {isOpen && <LabelDialog call={call} onClose={close} />}
    </section>
  );
}

interface CorrectionTextProps {
  correction: NonNullable<FullCall['correction']>;
  /** Whether the original label came from one of the account's rules. */
  isFromRule: boolean;
}

function CorrectionText({ correction, isFromRule }: CorrectionTextProps): ReactNode {
  const { name } = useProduct();
  const { original, correctedBy, label, correctedAt, why } = correction;
  return (
    <div className="min-w-0 grow basis-60">
      <p>
        {isFromRule ? 'Your rule' : name} said {original.label}. {correctedBy ?? FORMER_MEMBER} corrected it to {label}{' '}
        on {formatDateTime(correctedAt)}.
      </p>
      {why !== null && (
        <p dir="auto" className="mt-0.5 wrap-anywhere text-fg-muted">
          “{why}”
        </p>
      )}
    </div>
  );
}
