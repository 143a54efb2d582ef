import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { CallCorrection } from '@ringwell/database/calls/call-correction.entity';
import type { LockedResult } from '@ringwell/database/calls/call-corrections.repository';
import { planCallEvent } from '@ringwell/database/deliveries/plan-call-event';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { callLabelName } from '@ringwell/domain/calls/call-label';
import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import { conflict, invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { DEFAULT_TIME_ZONE, formatTime } from '@ringwell/domain/time';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import { callNotFound } from './calls.service';

interface NewLabel {
  sentiment: Sentiment;
  why?: string | null;
  /** The follow-up to dismiss because the label was wrong. */
  followUpId?: string | null;
  /** The time in the follow-up's history; defaults to now. */
  correctedAt?: Date;
}

/**
 * Corrects call labels. Updates follow-ups and notifies the account's outgoing webhook, but doesn't resend alerts or
 * change recorded usage.
 */
@Injectable()
export class CorrectLabelService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /**
   * @param label.replaces the timestamp of the correction the user has seen
   * @throws AppError `CALL_NOT_FOUND`, `NO_LABEL`, `NOTHING_TO_CHANGE`, and `LABEL_CORRECTED` if another user has
   * corrected the call since then
   */
  async correct(
    accountId: string,
    callId: string,
    label: NewLabel & { replaces?: string | null },
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      const lockedResult = await lockResult(repositories, accountId, callId);
      const { correction } = lockedResult;
      if (correction?.sentiment === label.sentiment && correction.why === (label.why ?? null)) return;
      await assertNotCorrectedSince(repositories, lockedResult, label.replaces ?? null);
      await this.correctLocked(repositories, lockedResult, label, actor);
    });
    this.dispatcher.notify();
  }

  /**
   * Corrects a locked call in the caller's transaction. Notify the dispatcher after the commit.
   * @returns the time of the correction
   * @throws AppError `NOTHING_TO_CHANGE`
   */
  async correctLocked(
    repositories: Repositories,
    lockedResult: LockedResult,
    { why = null, ...label }: NewLabel,
    actor: Actor,
  ): Promise<Date> {
    const original = getOriginal(lockedResult);
    if (!original.needsReview && original.sentiment === label.sentiment)
      throw invalid(
        'NOTHING_TO_CHANGE',
        `The original label was already ${SENTIMENT_LABELS[label.sentiment]}. If the call was corrected, undo the correction instead.`,
      );
    const correction = { ...label, why, correctedBy: actor.userId };
    const correctedAt = await repositories.callCorrections.save(lockedResult, correction);
    await recordChange(repositories, lockedResult, actor, {
      action: 'Label corrected',
      from: callLabelName(lockedResult.analysis),
      to: SENTIMENT_LABELS[label.sentiment],
    });
    return correctedAt;
  }

  /**
   * Restores the call's original label. Has no effect without a correction.
   * @throws AppError `CALL_NOT_FOUND`, `NO_LABEL`, `LABEL_CORRECTED`
   */
  async undo(accountId: string, callId: string, replaces: string | undefined, actor: Actor): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      const lockedResult = await lockResult(repositories, accountId, callId);
      const { correction } = lockedResult;
      if (!correction) return;
      if (replaces !== undefined) await assertNotCorrectedSince(repositories, lockedResult, replaces);
      await this.undoLocked(repositories, lockedResult, correction, actor);
    });
    this.dispatcher.notify();
  }

  /** Undoes the correction of a locked call in the caller's transaction. Notify the dispatcher after the commit. */
  async undoLocked(
    repositories: Repositories,
    lockedResult: LockedResult,
    correction: CallCorrection,
    actor: Actor,
  ): Promise<void> {
    await repositories.callCorrections.remove(lockedResult, correction);
    await recordChange(repositories, lockedResult, actor, {
      action: 'Label correction undone',
      from: SENTIMENT_LABELS[correction.sentiment],
      to: callLabelName(getOriginal(lockedResult)),
    });
  }
}

/** @throws AppError `CALL_NOT_FOUND`, `NO_LABEL` */
export async function lockResult(
  { callCorrections }: Repositories,
  accountId: string,
  callId: string,
): Promise<LockedResult> {
  const lockedResult = await callCorrections.lock(accountId, callId);
  if (!lockedResult) throw callNotFound();
  if (lockedResult === 'no_result')
    throw conflict('NO_LABEL', 'This call has no label yet. Wait until it has been processed.');
  return lockedResult;
}

function getOriginal({ analysis, correction }: LockedResult): { sentiment: Sentiment; needsReview: boolean } {
  return correction
    ? { sentiment: correction.originalSentiment, needsReview: correction.originalNeedsReview }
    : analysis;
}

async function recordChange(
  { activity, accounts, deliveries, relabeledCalls, followUpDeliveries }: Repositories,
  { call }: LockedResult,
  actor: Actor,
  { action, from, to }: { action: 'Label corrected' | 'Label correction undone'; from: string; to: string },
): Promise<void> {
  const { id: callId, accountId } = call;
  await activity.record(actor, {
    action,
    description: `A call's label was changed from ${from} to ${to}.`,
    accountId,
    metadata: { callId, from, to },
  });
  await followUpDeliveries.planEvents(accountId, await relabeledCalls.apply(call));
  await planCallEvent({ accounts, deliveries }, call, 'call.corrected');
}

async function assertNotCorrectedSince(
  repositories: Repositories,
  { call, correction }: LockedResult,
  replaces: string | null,
): Promise<void> {
  const seenAt = replaces === null ? null : new Date(replaces).getTime();
  if (seenAt === (correction?.correctedAt.getTime() ?? null)) return;
  throw await toConflict(repositories, call.accountId, correction);
}

async function toConflict(
  { accounts, callCorrections }: Repositories,
  accountId: string,
  correction: CallCorrection | null,
): Promise<AppError> {
  if (!correction) return labelCorrected('Another user has undone the correction.');
  const timeZone = (await accounts.findTimeZone(accountId)) ?? DEFAULT_TIME_ZONE;
  const { correctorName } = await callCorrections.addCorrectorName(correction);
  const correctedAtText = formatTime(correction.correctedAt, timeZone, 'dateTime');
  return labelCorrected(
    `${correctorName ?? 'Another user'} corrected this call to ${SENTIMENT_LABELS[correction.sentiment]} on ${correctedAtText}.`,
  );
}

function labelCorrected(reason: string): AppError {
  return conflict('LABEL_CORRECTED', `${reason} Reload the call, then change the label if it's still wrong.`);
}
