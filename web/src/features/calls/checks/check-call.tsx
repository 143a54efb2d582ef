import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';

import { CHECK_ANSWERS, type CheckAnswer } from '@ringwell/domain/calls/accuracy';

import type { DrawnCall } from '../../../api/types';
import { formatDateTime } from '../../../lib/format/format';
import { formMessage } from '../../../lib/messages/server-message';
import { Playback } from '../../../lib/recordings/playback';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { ErrorText } from '../../../ui/forms/form-error';
import { lazyArea } from '../../../ui/lazy-part';
import { DialogButton } from '../../../ui/overlays/dialog-button';
import { otherParty } from '../call-party';
import { LabelChoice } from '../components/label-choice';
import { TranscriptLines } from '../components/transcript-lines';
import { Player } from '../details/player';
import { useCallKeys } from '../details/use-call-keys';
import { checkTranscriptQuery, isCheckUnavailable, useAnswerCheck } from './api';
import { CheckOutcome } from './check-outcome';
import { CHECKS_COPY } from './checks-copy';

const SkipDialog = lazyArea(async () => (await import('./skip-dialog')).SkipDialog);

interface CheckCallProps {
  call: DrawnCall;
  progress: string;
  /** Whether this is the first call on the page, which doesn't take focus. */
  isFirst: boolean;
  nextLabel: string;
  onNext: () => void;
}

const NO_ADJACENT_CALLS = {};

/** A call to listen to. Its label is hidden until the user answers. */
export function CheckCall({ call, progress, isFirst, nextLabel, onNext }: CheckCallProps): ReactNode {
  const [playback] = useState(() => new Playback(call.durationSeconds));
  const { attach } = playback;
  const container = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const playButton = useRef<HTMLButtonElement>(null);
  const answerCheck = useAnswerCheck(call.id);
  useCallKeys(container, playback, NO_ADJACENT_CALLS);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);
  const links = { self: '', audio: call.audio, transcript: null, deliveries: '' };
  return (
    <div ref={container} className="grid gap-5">
      <audio ref={attach} src={call.audio} preload="none" />
      <div>
        <p className="text-meta font-semibold text-fg-subtle">{progress}</p>
        <h3 ref={heading} tabIndex={-1} className="text-prose outline-none">
          {otherParty(call).title}
        </h3>
        <p className="text-fg-muted">
          <time dateTime={call.startedAt}>{formatDateTime(call.startedAt)}</time>
        </p>
      </div>
      <div className="md:rounded-control md:border md:bg-sunken md:p-4">
        <Player
          call={{
            state: 'completed',
            peaks: call.peaks,
            links,
            result: null,
            recordingExpiredAt: null,
            audioRedaction: null,
            recordingLoss: null,
          }}
          playback={playback}
          playButton={playButton}
        />
      </div>
      {answerCheck.data ? (
        <CheckOutcome callId={call.id} result={answerCheck.data} nextLabel={nextLabel} onNext={onNext} />
      ) : (
        <AnswerForm answerCheck={answerCheck}>
          {isCheckUnavailable(answerCheck.error) ? (
            <Button onClick={onNext}>{nextLabel}</Button>
          ) : (
            <DialogButton
              variant="ghost"
              size="md"
              dialog={(close) => <SkipDialog callId={call.id} onClose={close} onSkipped={onNext} />}
            >
              Skip this call
            </DialogButton>
          )}
        </AnswerForm>
      )}
      <TranscriptDisclosure callId={call.id} />
    </div>
  );
}

interface AnswerFormProps {
  answerCheck: ReturnType<typeof useAnswerCheck>;
  /** Additional actions. */
  children: ReactNode;
}

function AnswerForm({ answerCheck, children }: AnswerFormProps): ReactNode {
  const [selectedAnswer, setSelectedAnswer] = useState<CheckAnswer | null>(null);
  const [isAnswerMissing, setIsAnswerMissing] = useState(false);
  const error = isAnswerMissing ? 'Choose an answer.' : formMessage(answerCheck.error, CHECKS_COPY.answerFailed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsAnswerMissing(selectedAnswer === null);
    if (selectedAnswer !== null) answerCheck.mutate(selectedAnswer);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <LabelChoice
        legend="How happy was the customer at the end?"
        choices={CHECK_ANSWERS}
        value={selectedAnswer}
        onChange={(answer) => {
          setSelectedAnswer(answer);
          setIsAnswerMissing(false);
        }}
      />
      <ErrorText message={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={answerCheck.isPending} pendingLabel="Saving…">
          Save answer
        </Button>
        {children}
      </div>
    </form>
  );
}

function TranscriptDisclosure({ callId }: { callId: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="rounded-control border px-4 py-2"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setIsOpen(true);
      }}
    >
      <summary className="min-h-8 cursor-pointer content-center font-semibold pointer-coarse:min-h-11">
        Show transcript
      </summary>
      {isOpen && <CheckTranscript callId={callId} />}
    </details>
  );
}

function CheckTranscript({ callId }: { callId: string }): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(checkTranscriptQuery(accountId, callId));
  if (isError || data === undefined)
    return <LoadPlaceholder subject="the transcript" className="h-24" retry={isError && refetch} />;
  if (typeof data === 'string' || data.segments.length === 0) return <p>No transcript for this call.</p>;
  return <TranscriptLines segments={data.segments} />;
}
