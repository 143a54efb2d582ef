import type { Readable } from 'node:stream';

import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import {
  CallChecksRepository,
  type CheckedCall,
  type OpenCheck,
} from '@ringwell/database/calls/call-checks.repository';
import type { LockedResult } from '@ringwell/database/calls/call-corrections.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import {
  accuracyReport,
  CHECK_ANSWER_NAMES,
  CHECKS_PER_BATCH,
  type CheckAnswer,
  type CheckSkipReason,
} from '@ringwell/domain/calls/accuracy';
import { callLabel } from '@ringwell/domain/calls/call-label';
import { toLabelCorrection, toOriginalLabel, type OriginalLabel } from '@ringwell/domain/calls/label-correction';
import { PREVIEW_CALL_COUNT } from '@ringwell/domain/calls/review-limit';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import type { Caller } from '../../auth/principal/caller';
import type { Principal } from '../../auth/principal/principal';
import { readPages } from '../../http/export-pages';
import { CorrectLabelService, lockResult } from '../correct-label.service';
import type { AccuracyReportDto } from './dto/accuracy.dto';
import type { CheckResultDto } from './dto/check.dto';
import { buildReviewChoices } from './review-choices';

const EXPORT_PAGE_SIZE = 50;

/** Checks on randomly drawn calls. Only these count toward the accuracy. */
@Injectable()
export class ChecksService {
  constructor(
    private readonly checks: CallChecksRepository,
    private readonly accounts: AccountsRepository,
    private readonly labels: CorrectLabelService,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /** Returns the calls for the user to check: unanswered calls drawn earlier, topped up to five with new ones. */
  async draw({ accountId, userId, status }: Principal): Promise<OpenCheck[]> {
    if (status !== 'active') return [];
    return this.unitOfWork.run(async ({ callChecks }) => {
      await callChecks.draw(accountId, userId, CHECKS_PER_BATCH);
      return callChecks.listOpen(accountId, userId, CHECKS_PER_BATCH);
    });
  }

  /**
   * Saves an answer. An answer that differs from the call's label corrects it, unless a user has already corrected it.
   * @throws AppError `CALL_NOT_FOUND`, `NO_LABEL`, `CHECK_NOT_FOUND`, `CHECK_DONE`
   */
  async answer({ accountId, userId, actor }: Caller, callId: string, answer: CheckAnswer): Promise<CheckResultDto> {
    const result = await this.unitOfWork.run(async (repositories) => {
      const lockedResult = await lockResult(repositories, accountId, callId);
      const { analysis, correction } = lockedResult;
      if (!(await repositories.callChecks.saveAnswer(analysis, correction, { answer, checkedBy: userId })))
        throw await checkNotOpen(repositories, accountId, callId);
      const original = await findOriginalLabel(repositories, lockedResult);
      const correctedAt =
        answer !== 'cant_tell' && !correction && callLabel(analysis) !== answer
          ? await this.labels.correctLocked(repositories, lockedResult, { sentiment: answer }, actor)
          : null;
      return {
        answer,
        original,
        isRight: answer === 'cant_tell' ? null : original.sentiment === answer,
        correctedAt: correctedAt && correctedAt.toISOString(),
      };
    });
    if (result.correctedAt) this.dispatcher.notify();
    return result;
  }

  /** @throws AppError `CHECK_NOT_FOUND`, `CHECK_DONE` */
  async skip({ accountId, userId }: Principal, callId: string, skipReason: CheckSkipReason): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      if (!(await repositories.callChecks.skip(accountId, callId, { skipReason, checkedBy: userId })))
        throw await checkNotOpen(repositories, accountId, callId);
    });
  }

  async getAccuracy(accountId: string): Promise<AccuracyReportDto> {
    const settings = await this.accounts.findSettings(accountId);
    const [counts, skipped, checkedLabels, latestLabels] = await Promise.all([
      this.checks.count(accountId, settings?.timeZone ?? DEFAULT_TIME_ZONE),
      this.checks.countSkipped(accountId),
      this.checks.listLabels(accountId),
      this.checks.listLatestLabels(accountId, PREVIEW_CALL_COUNT),
    ]);
    const review = buildReviewChoices(settings?.reviewTolerance ?? 'standard', checkedLabels, latestLabels);
    return { ...accuracyReport(counts), skipped, review };
  }

  /** Returns a line for each checked call with a label and a transcript. */
  export(accountId: string): Promise<Readable> {
    const listPage = (limit: number, last?: CheckedCall): Promise<CheckedCall[]> =>
      this.checks.listCheckedCalls(accountId, limit, last?.callId ?? null);
    return readPages(listPage, formatCheckedCall, { pageSize: EXPORT_PAGE_SIZE });
  }
}

/** Formats a checked call for `npm run evaluate`. `needsFollowUp` is the analyst's judgment. */
function formatCheckedCall({ callId, direction, segments, answer, followUp }: CheckedCall): string {
  const call = {
    id: callId,
    ...(direction && { direction }),
    asrStyle: true,
    turns: segments.map(({ speaker, text }) => ({ speaker, text })),
    label: answer,
    needsFollowUp: followUp.needed,
  };
  return `${JSON.stringify(call)}\n`;
}

async function findOriginalLabel(
  { callCorrections }: Repositories,
  { analysis, correction }: LockedResult,
): Promise<OriginalLabel> {
  if (!correction) return toOriginalLabel(analysis);
  return toLabelCorrection(await callCorrections.addCorrectorName(correction)).original;
}

async function checkNotOpen({ callChecks }: Repositories, accountId: string, callId: string): Promise<AppError> {
  const check = await callChecks.find(accountId, callId);
  if (!check) return checkNotFound();
  const { answer, checkerName } = check;
  const name = checkerName ?? 'Another user';
  return conflict(
    'CHECK_DONE',
    `${name} ${answer ? `already checked this call: ${CHECK_ANSWER_NAMES[answer]}` : 'skipped this call'}. Continue with the next call.`,
  );
}

export function checkNotFound(): AppError {
  return notFound('CHECK_NOT_FOUND', 'This call was not drawn for a check. Draw calls first.');
}
