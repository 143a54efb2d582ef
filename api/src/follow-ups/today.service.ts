import { Injectable } from '@nestjs/common';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { SkippedCallsRepository } from '@ringwell/database/calls/skipped-calls.repository';
import { UNDO_HOURS } from '@ringwell/database/follow-ups/follow-up-closings.repository';
import { FollowUpListsRepository } from '@ringwell/database/follow-ups/follow-up-lists.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { describeSkippedCalls, type SkippedCalls } from '@ringwell/domain/calls/skipped-calls';
import { notFound } from '@ringwell/domain/errors/app-error';
import { describeToday } from '@ringwell/domain/follow-ups/today';
import { formatTime } from '@ringwell/domain/time';
import { getLastMonday } from '@ringwell/domain/weekly-letters/report-period';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { addBusinessMinutes } from '@ringwell/rules/calendar/business-hours';

import { parseStart } from '../http/request/day-or-instant.decorator';
import { validationFailed } from '../http/request/strict-validation.pipe';
import type { FollowUpClosingDto, TodayDto, UndoneClosingDto } from './dto/today.dto';
import { findHistoryActor, type FollowUpEditor } from './follow-up-editor';
import { followUpView } from './follow-up-view';
import { OfficeService } from './office.service';

const MAX_FOLLOW_UPS = 50;
const CLOSING_ID = /^\d{1,16}$/;

/** Lists today's follow-ups and closes old ones in bulk. */
@Injectable()
export class TodayService {
  constructor(
    private readonly lists: FollowUpListsRepository,
    private readonly office: OfficeService,
    private readonly skippedCalls: SkippedCallsRepository,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  async get(accountId: string): Promise<TodayDto> {
    const { day, hours } = await this.office.find(accountId);
    const [followUps, followUpCounts, skipped] = await Promise.all([
      this.lists.listWaiting(accountId, { section: 'today' }, day, MAX_FOLLOW_UPS),
      this.lists.countToday(accountId, day),
      this.skippedCalls.countTooShort(accountId, getLastMonday(hours.timeZone), hours.timeZone),
    ]);
    const { oldestAt, backAt, ...counts } = followUpCounts;
    const now = new Date();
    const isDayOver = day.closes === null || day.closes <= now;
    const opensAt = day.closes === null ? addBusinessMinutes(now, 0, hours) : null;
    return {
      isOpen: day.opens !== null && day.opens <= now && !isDayOver,
      closesAt: day.closes?.toISOString() ?? null,
      followUps: followUps.map(followUpView),
      counts,
      oldestAt: oldestAt?.toISOString() ?? null,
      backAt: backAt?.toISOString() ?? null,
      progress: describeToday(followUpCounts, { isDayOver, opensAt }, hours.timeZone),
      skipped: skippedView(skipped),
    };
  }

  /**
   * Dismisses follow-ups whose last call and due time are before the given day.
   * @throws AppError `VALIDATION_FAILED` if the time is after the start of today
   */
  async closeBefore(editor: FollowUpEditor, text: string): Promise<FollowUpClosingDto> {
    const { accountId } = editor;
    const { day, hours } = await this.office.find(accountId);
    const before = parseStart(text, hours.timeZone);
    if (before > day.midnight) {
      const message = "Choose today or an earlier day. Today's follow-ups can only be closed one at a time.";
      throw validationFailed([{ field: 'before', message }]);
    }
    // Follow-ups of customers who called since the office last closed belong to today.
    const cutoff = before < day.start ? before : day.start;
    const note = `Closed with all follow-ups from before ${formatTime(before, hours.timeZone, 'date')}`;
    const actor = await findHistoryActor(this.users, editor);
    const { changes, ...closing } = await this.unitOfWork.run(async ({ followUpClosings, followUpDeliveries }) => {
      const closingResult = await followUpClosings.close(accountId, cutoff, actor, note);
      await followUpDeliveries.planEvents(accountId, closingResult.changes);
      return closingResult;
    });
    this.dispatcher.notify();
    return { id: closing.id, closed: changes.length, left: closing.remainingCount, kept: closing.takenCount };
  }

  /** @throws AppError `FOLLOW_UP_NOT_FOUND` if there's nothing left to reopen */
  async undo(editor: FollowUpEditor, id: string): Promise<UndoneClosingDto> {
    const { accountId } = editor;
    const actor = await findHistoryActor(this.users, editor);
    const changes = !CLOSING_ID.test(id)
      ? []
      : await this.unitOfWork.run(async ({ followUpClosings, followUpDeliveries }) => {
          const undoneChanges = await followUpClosings.undo(accountId, id, actor);
          await followUpDeliveries.planEvents(accountId, undoneChanges);
          return undoneChanges;
        });
    if (changes.length === 0)
      throw notFound(
        'FOLLOW_UP_NOT_FOUND',
        `There is nothing to undo. This was already undone, or it was over ${UNDO_HOURS} hours ago. Reopen the follow-ups one at a time.`,
      );
    this.dispatcher.notify();
    return { reopened: changes.length };
  }
}

function skippedView(skipped: SkippedCalls): TodayDto['skipped'] {
  const text = describeSkippedCalls(skipped);
  return text === null ? null : { ...skipped, text };
}
