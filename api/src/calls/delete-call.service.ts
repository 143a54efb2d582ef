import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { UNDO_SECONDS } from '@ringwell/domain/erasures/erasure';
import { notFound } from '@ringwell/domain/errors/app-error';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import { callNotFound } from './calls.service';

/** Deletes and restores calls. Usage and billing amounts are kept. */
@Injectable()
export class DeleteCallService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /**
   * Deletes a call and all data derived from it. Waiting messages aren't sent, and a run in progress is stopped.
   * @param removeNotes whether to also remove the call's notes from ServiceTitan once the deletion can't be undone
   * @returns when `restore` stops working
   * @throws AppError `CALL_NOT_FOUND`
   */
  async delete(accountId: string, callId: string, actor: Actor, removeNotes = false): Promise<Date> {
    await this.unitOfWork.run(async ({ erasures, activity }) => {
      if (!(await erasures.deleteCall(accountId, callId, actor.userId, { removeNotes }))) throw callNotFound();
      await activity.record(actor, {
        action: 'Call deleted',
        description: 'A call was deleted.',
        accountId,
        metadata: { callId },
      });
    });
    return new Date(Date.now() + UNDO_SECONDS * 1_000);
  }

  /** Restores a deleted call unchanged. @throws AppError `UNDO_TOO_LATE`, even for a call that was never deleted */
  async restore(accountId: string, callId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(async ({ deletedCalls, followUpDeliveries, activity }) => {
      const changes = await deletedCalls.restore(accountId, callId);
      if (changes === null)
        throw notFound(
          'UNDO_TOO_LATE',
          `There is no deleted call to restore. A call can be restored within ${UNDO_SECONDS} seconds.`,
        );
      await followUpDeliveries.planEvents(accountId, changes);
      await activity.record(actor, {
        action: 'Call restored',
        description: "A call's deletion was undone.",
        accountId,
        metadata: { callId },
      });
    });
    this.dispatcher.notify();
  }
}
