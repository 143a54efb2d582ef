import type { CallWithResult } from '@ringwell/database/calls/calls.repository';
import type { DemoCall } from '@ringwell/database/calls/demo-calls.repository';
import { isFinalCallState, SKIP_REASONS, type SkipReason } from '@ringwell/domain/calls/call';
import { formatCallNote, getCaller } from '@ringwell/domain/calls/call-note';
import { getCallText, formatCallTextLine } from '@ringwell/domain/calls/call-words';
import { engineNote } from '@ringwell/domain/calls/engine-note';
import { unprocessable } from '@ringwell/domain/errors/app-error';
import type { ErrorCode } from '@ringwell/domain/errors/error-codes';

import type { DemoJobDto, DemoProgress } from './dto/demo-job.dto';
import type { DemoErrorDto, DemoPendingDto, DemoResultDto, DemoUploadResultDto } from './dto/demo-upload.dto';

/** @throws AppError with the reason, if the demo ended without a result */
export function demoResultView(demo: CallWithResult): DemoUploadResultDto {
  const result = demoResult(demo);
  if (result) return { message: 'Your call is ready.', result, jobId: demo.call.id };
  const { code, message } = demoError(demo) ?? NO_RESULT;
  throw unprocessable(code, message);
}

export function demoPendingView({ call: { id, state } }: CallWithResult): DemoPendingDto {
  return {
    message: 'Your call is still being analyzed. The result will be here in a moment.',
    job: { id, state, links: { self: `/api/demo/jobs/${id}` } },
  };
}

export function demoJobView(demo: DemoCall): DemoJobDto {
  const { id, state } = demo.call;
  return { id, state, progress: demoProgress(demo), result: demoResult(demo), error: demoError(demo) };
}

type DemoError = DemoErrorDto & { code: ErrorCode };

const NO_RESULT: DemoError = {
  code: 'DEMO_WITHOUT_RESULT',
  message: "We couldn't analyze this recording. Please try another one.",
};

function demoProgress({ call, isTranscribed }: DemoCall): DemoProgress {
  if (isFinalCallState(call.state)) return 'finished';
  if (call.state !== 'running') return 'queued';
  return isTranscribed ? 'analysing' : 'transcribing';
}

// Hides errors from attempts that will be retried.
function demoError({ call }: CallWithResult): DemoError | null {
  if (call.state === 'skipped' && call.skipReason)
    return { code: call.skipReason.toUpperCase() as Uppercase<SkipReason>, message: SKIP_REASONS[call.skipReason] };
  if (call.state !== 'failed' && call.state !== 'timed_out') return null;
  return call.errorCode !== null && call.errorMessage !== null
    ? { code: call.errorCode as ErrorCode, message: call.errorMessage } // the worker only stores these codes
    : NO_RESULT;
}

function demoResult({ call, transcript, analysis }: CallWithResult): DemoResultDto | null {
  if (!transcript || !analysis) return null;
  const { sentiment, needsReview, reviewReason } = analysis;
  const callText = getCallText(analysis);
  return {
    analysis: {
      duration: Number(transcript.durationSeconds),
      sentiment,
      needsReview,
      reviewReason,
      transcript: transcript.text,
      summary: formatCallTextLine(callText),
      keyPoints: [...callText.points],
      confidence: Math.round(analysis.confidence * 10_000) / 10_000, // stored as a 4-byte float
      processingTime:
        call.startedAt && call.finishedAt ? (call.finishedAt.getTime() - call.startedAt.getTime()) / 1_000 : 0,
      engineNote: engineNote(transcript.engine),
    },
    content: formatCallNote(analysis, getCaller(call)),
  };
}
