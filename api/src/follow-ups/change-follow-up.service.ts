import { Injectable } from '@nestjs/common';

import type { CallCorrection } from '@ringwell/database/calls/call-correction.entity';
import type { LockedResult } from '@ringwell/database/calls/call-corrections.repository';
import type {
  FollowUpAction,
  FollowUpActor,
  FollowUpRejection,
} from '@ringwell/database/follow-ups/follow-up-changes.repository';
import type { FollowUpChange } from '@ringwell/database/follow-ups/follow-up-events';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { colleagueName } from '@ringwell/domain/accounts/user-display-name';
import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import type { AppError } from '@ringwell/domain/errors/app-error';
import type { FollowUpKind } from '@ringwell/domain/follow-ups/follow-up';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import { CorrectLabelService, lockResult } from '../calls/correct-label.service';
import { validationFailed } from '../http/request/strict-validation.pipe';
import { memberNotFound } from '../members/members.service';
import type { ChangeFollowUpDto } from './dto/change-follow-up.dto';
import type { FollowUpEditor } from './follow-up-editor';

interface Editor extends FollowUpEditor {
  /** The person named in the follow-up's history. */
  by: FollowUpActor;
}

type CorrectionDetails = Pick<ChangeFollowUpDto, 'version' | 'correctLabel' | 'why'>;
type Dismissal = Extract<FollowUpAction, { action: 'dismiss' }>;

// The only kinds of follow-ups that depend on a call's label.
const LABEL_KINDS: readonly FollowUpKind[] = ['unhappy', 'review'];

/** Applies users' changes to follow-ups, each in one transaction with its messages. */
@Injectable()
export class ChangeFollowUpService {
  constructor(
    private readonly labels: CorrectLabelService,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /**
   * @param details the version the user has seen; for a dismissal, the call's correct label and the reason
   * @throws AppError `MEMBER_NOT_FOUND`, and whatever `correctAndDismiss` throws
   */
  async apply(
    editor: Editor,
    id: string,
    action: FollowUpAction,
    details: CorrectionDetails,
  ): Promise<FollowUpChange[] | FollowUpRejection> {
    const changes = await this.unitOfWork.run(async (repositories) => {
      const result = await this.applyInTransaction(repositories, editor, id, action, details);
      if (typeof result !== 'string') await repositories.followUpDeliveries.planEvents(editor.accountId, result);
      return result;
    });
    this.dispatcher.notify();
    return changes;
  }

  private async applyInTransaction(
    repositories: Repositories,
    editor: Editor,
    id: string,
    action: FollowUpAction,
    details: CorrectionDetails,
  ): Promise<FollowUpChange[] | FollowUpRejection> {
    if (action.action === 'dismiss' && details.correctLabel !== undefined)
      return this.correctAndDismiss(repositories, editor, id, action, {
        ...details,
        correctLabel: details.correctLabel,
      });
    if (action.action === 'reopen') return this.reopen(repositories, editor, id, details.version);
    const { accountId, userId, by } = editor;
    if (action.action === 'still_unhappy') return this.assignToOwner(repositories, editor, id, action, details.version);
    const memberId = action.action === 'take' ? userId : action.action === 'assign' ? action.assigneeId : null;
    if (memberId !== null && !(await repositories.members.lockMember(accountId, memberId))) throw memberNotFound();
    const result = await repositories.followUpChanges.change(accountId, id, details.version, action, by);
    return typeof result === 'string' ? result : [result];
  }

  // Customers who are still unhappy after a call are assigned to the account's owner.
  private async assignToOwner(
    { accounts, followUpChanges, members }: Repositories,
    { accountId, by }: Editor,
    id: string,
    action: FollowUpAction,
    version: number | undefined,
  ): Promise<FollowUpChange[] | FollowUpRejection> {
    const owner = await accounts.findOwner(accountId);
    const isMember = owner !== null && (await members.lockMember(accountId, owner.id));
    const unhappyChange = await followUpChanges.change(accountId, id, version, action, by);
    if (typeof unhappyChange === 'string') return unhappyChange;
    if (!isMember) return [unhappyChange];
    const assignAction = { action: 'assign', assigneeId: owner.id, assigneeName: colleagueName(owner) } as const;
    const nextVersion = version === undefined ? undefined : version + 1;
    const assignedChange = await followUpChanges.change(accountId, id, nextVersion, assignAction, by);
    if (typeof assignedChange === 'string') throw new Error(`A locked follow-up was not assigned: ${assignedChange}.`);
    return [unhappyChange, assignedChange];
  }

  /**
   * Corrects the deciding call's label and dismisses the follow-up. The follow-up stays open if that call still
   * requires it, for example because of a promise, or if another call does.
   * @throws AppError `VALIDATION_FAILED` if the follow-up wasn't opened because of a label, and whatever `lockResult`
   * and `CorrectLabelService.correctLocked` throw
   */
  private async correctAndDismiss(
    repositories: Repositories,
    { accountId, by, actor }: Editor,
    id: string,
    dismissal: Dismissal,
    {
      version,
      correctLabel,
      why = null,
    }: Omit<CorrectionDetails, 'why'> & { correctLabel: Sentiment; why?: string | null },
  ): Promise<FollowUpChange[] | FollowUpRejection> {
    const { followUpChanges } = repositories;
    const decidingCall = await followUpChanges.findDecidingCall(accountId, id);
    if (!decidingCall) return 'not_found';
    const { kind, callId } = decidingCall;
    if (!LABEL_KINDS.includes(kind)) throw notAboutLabel();
    // Locks the call before the customer and the follow-up, the same order as at the end of a run.
    const result = await lockResult(repositories, accountId, callId);
    await repositories.callCorrections.lockHappiness(accountId);
    await repositories.customers.findByCallForShare(accountId, callId);
    const correctAction = { action: 'correct', callId, label: SENTIMENT_LABELS[correctLabel] } as const;
    const correctedChange = await followUpChanges.change(accountId, id, version, correctAction, by);
    if (typeof correctedChange === 'string') return correctedChange;
    const changes = [correctedChange];
    const remainingKind = await repositories.relabeledCalls.findKindAfterCorrection(result.call, correctLabel);
    const isDismissed = remainingKind === null && !(await followUpChanges.hasOtherCalls(id, callId));
    if (isDismissed) {
      const nextVersion = version === undefined ? undefined : version + 1;
      const dismissedChange = await followUpChanges.change(accountId, id, nextVersion, dismissal, by);
      if (typeof dismissedChange === 'string')
        throw new Error(`A locked follow-up was not dismissed: ${dismissedChange}.`);
      changes.push(dismissedChange);
    }
    const correction = { sentiment: correctLabel, why, followUpId: isDismissed ? id : null };
    if (isOriginalLabel(result, correctLabel))
      await this.labels.undoLocked(repositories, result, result.correction, actor);
    else
      await this.labels.correctLocked(repositories, result, { ...correction, correctedAt: correctedChange.at }, actor);
    return changes;
  }

  /** Reopens a follow-up, and reverts the correction that dismissed it unless there is a later correction. */
  private async reopen(
    repositories: Repositories,
    { accountId, by, actor }: Editor,
    id: string,
    version: number | undefined,
  ): Promise<FollowUpChange[] | FollowUpRejection> {
    const { followUpChanges } = repositories;
    const lockedResults = [];
    for (const callId of await followUpChanges.listCorrectedCallIds(accountId, id))
      lockedResults.push(await lockResult(repositories, accountId, callId));
    if (lockedResults.length > 0) await repositories.callCorrections.lockHappiness(accountId);
    for (const { call } of lockedResults) await repositories.customers.findByCallForShare(accountId, call.id);
    const change = await followUpChanges.change(accountId, id, version, { action: 'reopen' }, by);
    if (typeof change === 'string') return change;
    for (const lockedResult of lockedResults)
      if (lockedResult.correction?.followUpId === id)
        await this.labels.undoLocked(repositories, lockedResult, lockedResult.correction, actor);
    return [change];
  }
}

/** Returns whether the call was corrected from this original label. */
function isOriginalLabel(
  lockedResult: LockedResult,
  sentiment: Sentiment,
): lockedResult is LockedResult & { correction: CallCorrection } {
  const { correction } = lockedResult;
  return correction !== null && !correction.originalNeedsReview && correction.originalSentiment === sentiment;
}

function notAboutLabel(): AppError {
  const message = "This follow-up wasn't opened because of a label. Dismiss it without correctLabel.";
  return validationFailed([{ field: 'correctLabel', message }]);
}
