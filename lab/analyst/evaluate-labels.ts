import type { AskedToBook, Booking } from '@ringwell/domain/calls/booking';
import { standardLimit } from '@ringwell/domain/calls/review-limit';
import { AppError } from '@ringwell/domain/errors/app-error';

import type { Judge } from '../../worker/src/analysis/analyst';
import { LocalAnalyst } from '../../worker/src/analysis/engines/local/local.analyst';
import { confidentlyDisagrees, isSupportedByCustomer, toReviewedAnalysis } from '../../worker/src/analysis/review';
import { createLanguageModel } from '../../worker/src/engines.module';
import { scoreAsked, scoreBookings, loadAskedLabels, loadBookings, measureReaderAgreement } from './bookings';
import { engineSettings } from './evaluate-recordings';
import { toTranscript, readLabeledCalls, type LabeledCall } from './measurement/labeled-call';
import { roundToThousandths } from './measurement/scores';

interface LabeledResult {
  isCorrect: boolean;
  needsReview: boolean;
  hasEvidence: boolean;
  isContradicted: boolean;
  id: string | undefined;
  booking: Booking;
  asked: AskedToBook;
}

/**
 * Scores the configured language model's labels, its labels that need a listen (by reason), its bookings, and whether
 * it noticed that the agent asked the customer to book.
 * @throws Error with setup instructions
 */
export async function evaluateLabels(
  path: string,
  model: Judge | null = createLanguageModel(engineSettings()),
): Promise<object> {
  if (model === null) throw new Error('No language model is set up: set ANALYSIS_API_KEY or ANALYSIS_BASE_URL.');
  const labeled: LabeledResult[] = [];
  const failed: { call: string; reason: string }[] = [];
  for (const [index, call] of readLabeledCalls(path).entries()) {
    try {
      labeled.push(await judgeCall(call, model));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ call: call.id ?? `line ${index + 1}`, reason: error.message });
    }
  }
  const computeFraction = (isCounted: (label: LabeledResult) => boolean): number =>
    roundToThousandths(labeled.filter(isCounted).length / Math.max(1, labeled.length));
  const pairWithExpected = <T>(
    expectedById: ReadonlyMap<string, T>,
    getPredicted: (label: LabeledResult) => T,
  ): { predicted: T; actual: T }[] =>
    labeled.flatMap((label) => {
      const actual = expectedById.get(label.id ?? '');
      return actual === undefined ? [] : [{ predicted: getPredicted(label), actual }];
    });
  return {
    judge: model.engine,
    calls: labeled.length,
    accuracy: computeFraction(({ isCorrect }) => isCorrect),
    needsListen: {
      share: computeFraction(({ needsReview }) => needsReview),
      withoutEvidence: computeFraction(({ hasEvidence }) => !hasEvidence),
      correctWithoutEvidence: computeFraction(({ hasEvidence, isCorrect }) => !hasEvidence && isCorrect),
      contradicted: computeFraction(({ isContradicted }) => isContradicted),
      correctButContradicted: computeFraction(({ isContradicted, isCorrect }) => isContradicted && isCorrect),
    },
    bookings: {
      ...scoreBookings(pairWithExpected(loadBookings(), ({ booking }) => booking)),
      readers: measureReaderAgreement(),
    },
    asked: scoreAsked(pairWithExpected(loadAskedLabels(), ({ asked }) => asked)),
    failed,
  };
}

async function judgeCall(call: LabeledCall, model: Judge): Promise<LabeledResult> {
  const transcript = toTranscript(call.turns);
  const context = { direction: call.direction, customerName: call.customerName ?? undefined };
  const options = { signal: new AbortController().signal };
  const judgment = await model.judge(transcript, context, options);
  const secondJudgment = await new LocalAnalyst().judge(transcript, context, options);
  return {
    isCorrect: judgment.sentiment === call.label,
    needsReview: toReviewedAnalysis(judgment, transcript, standardLimit(judgment.engine), secondJudgment).needsReview,
    hasEvidence: isSupportedByCustomer(judgment, transcript, secondJudgment),
    isContradicted: confidentlyDisagrees(secondJudgment, judgment, transcript),
    id: call.id,
    booking: judgment.booking ?? 'unclear',
    asked: judgment.asked ?? 'unclear',
  };
}
