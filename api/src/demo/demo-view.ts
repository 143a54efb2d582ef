import type { CallWithResult } from '@ringwell/database/calls/calls.repository';
import type { DemoCall } from '@ringwell/database/calls/demo-calls.repository';
import { AppError } from '@ringwell/domain/app-error';
import { isFinalCallState, SKIP_REASONS } from '@ringwell/domain/call';
import { formatCallNote, getCaller } from '@ringwell/domain/call-note';
import { engineNote } from '@ringwell/domain/engine-note';

import type { DemoAnswerDto, DemoErrorDto, DemoPendingDto, DemoResultDto } from './dto/demo-answer.dto';
import type { DemoJobDto, DemoProgress } from './dto/demo-job.dto';

/** The answer to an upload whose result is there. @throws AppError with the reason when there will be none */
export function demoAnswer(demo: CallWithResult): DemoAnswerDto {
  const result = resultOf(demo);
  if (result) return { message: 'Your call has been analysed.', result, jobId: demo.call.id };
  const { code, message } = errorOf(demo) ?? NO_RESULT;
  throw new AppError({ kind: 'unprocessable', code, message });
}

/** The answer to an upload that is still worked on. */
export function demoPending({ call: { id, state } }: CallWithResult): DemoPendingDto {
  return {
    message: 'Your call is still being analysed. The result will be here in a moment.',
    job: { id, state, links: { self: `/api/demo/jobs/${id}` } },
  };
}

/** How a demo stands. */
export function demoJob(demo: DemoCall): DemoJobDto {
  const { id, state } = demo.call;
  return { id, state, progress: progressOf(demo), result: resultOf(demo), error: errorOf(demo) };
}

const NO_RESULT: DemoErrorDto = {
  code: 'DEMO_WITHOUT_RESULT',
  message: 'This recording could not be analysed. Please try another one.',
};

function progressOf({ call, isTranscribed }: DemoCall): DemoProgress {
  if (isFinalCallState(call.state)) return 'finished';
  if (call.state !== 'running') return 'queued';
  return isTranscribed ? 'analysing' : 'transcribing';
}

/** Why there will be no result; the reason of a try that is repeated is nothing to show. */
function errorOf({ call }: CallWithResult): DemoErrorDto | null {
  if (call.state === 'skipped' && call.skipReason)
    return { code: call.skipReason.toUpperCase(), message: SKIP_REASONS[call.skipReason] };
  if (call.state !== 'failed' && call.state !== 'timed_out') return null;
  return call.errorCode !== null && call.errorMessage !== null
    ? { code: call.errorCode, message: call.errorMessage }
    : NO_RESULT;
}

function resultOf({ call, transcript, analysis }: CallWithResult): DemoResultDto | null {
  if (!transcript || !analysis) return null;
  const { sentiment, summary, keyPoints } = analysis;
  return {
    analysis: {
      duration: Number(transcript.durationSeconds),
      sentiment,
      transcript: transcript.text,
      summary,
      keyPoints,
      confidence: Math.round(analysis.confidence * 10_000) / 10_000, // stored as a 4-byte float
      processingTime:
        call.startedAt && call.finishedAt ? (call.finishedAt.getTime() - call.startedAt.getTime()) / 1_000 : 0,
      engineNote: engineNote(transcript.engine),
    },
    content: formatCallNote(analysis, getCaller(call)),
  };
}
