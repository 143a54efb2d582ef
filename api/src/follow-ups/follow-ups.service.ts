import { Injectable } from '@nestjs/common';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import type { FollowUpAction, FollowUpRejection } from '@ringwell/database/follow-ups/follow-up-changes.repository';
import {
  FollowUpListsRepository,
  type FollowUpFilter,
  type FollowUpPosition,
  type ListedFollowUp,
} from '@ringwell/database/follow-ups/follow-up-lists.repository';
import { colleagueName } from '@ringwell/domain/accounts/user-display-name';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { parseInstant } from '../http/request/instant.decorator';
import { validationFailed } from '../http/request/strict-validation.pipe';
import { memberNotFound } from '../members/members.service';
import { ChangeFollowUpService } from './change-follow-up.service';
import type { ChangeFollowUpDto } from './dto/change-follow-up.dto';
import { encodeCursor, decodeCursor } from './dto/follow-up-query.dto';
import type { FollowUpCountsDto, FollowUpDetailsDto, FollowUpPageDto } from './dto/follow-up.dto';
import { findHistoryActor, type FollowUpEditor } from './follow-up-editor';
import { toRejectionError } from './follow-up-rejection';
import { followUpDetailsView, followUpView } from './follow-up-view';
import { OfficeService } from './office.service';

const MAX_CALLS = 50;
const MAX_EARLIER_FOLLOW_UPS = 20;
const MAX_SNOOZE_DAYS = 60;

export type FollowUpView = FollowUpPageDto['followUps'][number];
export type FollowUpChangeRequest = ChangeFollowUpDto;

@Injectable()
export class FollowUpsService {
  constructor(
    private readonly lists: FollowUpListsRepository,
    private readonly calls: CallListsRepository,
    private readonly customers: CustomersRepository,
    private readonly members: MembersRepository,
    private readonly users: UsersRepository,
    private readonly office: OfficeService,
    private readonly changes: ChangeFollowUpService,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` for an invalid cursor */
  async list(accountId: string, filter: FollowUpFilter, limit: number, cursor?: string): Promise<FollowUpPageDto> {
    const followUps = await this.find(accountId, filter, limit + 1, parsePosition(cursor));
    const pageItems = followUps.slice(0, limit);
    const last = pageItems.at(-1);
    return {
      followUps: pageItems.map(followUpView),
      nextCursor: last && followUps.length > limit ? encodeCursor(last) : null,
    };
  }

  private async find(
    accountId: string,
    { list, ...filter }: FollowUpFilter,
    limit: number,
    after?: FollowUpPosition,
  ): Promise<ListedFollowUp[]> {
    if (list !== 'waiting') return this.lists.list(accountId, { ...filter, list }, limit, after);
    return this.lists.listWaiting(accountId, filter, (await this.office.find(accountId)).day, limit, after);
  }

  /** Returns follow-ups in the order they were last changed. Even the last page has a cursor, for later changes. */
  async listChanged(
    accountId: string,
    filter: FollowUpFilter,
    limit: number,
    cursor?: string,
  ): Promise<FollowUpPageDto> {
    const afterPosition = parsePosition(cursor);
    const followUps = await this.lists.list(accountId, { ...filter, list: 'changed' }, limit, afterPosition);
    const last = followUps.at(-1) ?? afterPosition;
    return { followUps: followUps.map(followUpView), nextCursor: last ? encodeCursor(last) : null };
  }

  async count(accountId: string, userId: string, filter: FollowUpFilter = {}): Promise<FollowUpCountsDto> {
    const name = filter.section;
    const section = name && { name, day: (await this.office.find(accountId)).day };
    return this.lists.count(accountId, userId, filter, section);
  }

  /** @throws AppError `FOLLOW_UP_NOT_FOUND` */
  async get(accountId: string, id: string): Promise<FollowUpDetailsDto> {
    const followUp = await this.lists.find(accountId, id);
    if (!followUp) throw followUpNotFound();
    const { customerId } = followUp;
    const keys = customerId === null ? [] : await this.customers.listKeys(accountId, customerId);
    const [events, callIds, calls, closedFollowUps] = await Promise.all([
      this.lists.listEvents(id),
      this.lists.listCallIds(id),
      keys.length === 0 ? [] : this.calls.list(accountId, { customerKeys: keys, isDemo: false }, MAX_CALLS),
      customerId === null ? [] : this.lists.list(accountId, { list: 'closed', customerId }, MAX_EARLIER_FOLLOW_UPS),
    ]);
    return followUpDetailsView(followUp, {
      events,
      callIds,
      calls,
      earlier: closedFollowUps.filter((earlier) => earlier.id !== id),
    });
  }

  /** @throws AppError `FOLLOW_UP_NOT_FOUND` */
  async assertOwned(accountId: string, id: string): Promise<void> {
    if (!(await this.lists.find(accountId, id))) throw followUpNotFound();
  }

  /**
   * @throws AppError `FOLLOW_UP_NOT_FOUND`, `FOLLOW_UP_CHANGED`, `FOLLOW_UP_CLOSED`, `FOLLOW_UP_WAITING`,
   * `MEMBER_NOT_FOUND`, `VALIDATION_FAILED`; for label corrections also `CALL_NOT_FOUND`, `NO_LABEL`,
   * `NOTHING_TO_CHANGE`
   */
  async change(editor: FollowUpEditor, id: string, change: ChangeFollowUpDto): Promise<FollowUpDetailsDto> {
    const { accountId } = editor;
    const action = await this.resolveAction(accountId, change);
    const by = await findHistoryActor(this.users, editor);
    const result = await this.changes.apply({ ...editor, by }, id, action, change);
    if (typeof result === 'string') throw await this.explainRejection(accountId, id, result);
    return this.get(accountId, id);
  }

  private async explainRejection(accountId: string, id: string, rejection: FollowUpRejection): Promise<AppError> {
    if (rejection === 'not_found') return followUpNotFound();
    const [events, { hours }] = await Promise.all([this.lists.listEvents(id), this.office.find(accountId)]);
    return toRejectionError(rejection, events, hours.timeZone);
  }

  private async resolveAction(accountId: string, change: ChangeFollowUpDto): Promise<FollowUpAction> {
    const { action, assigneeId, until, outcome, note = null } = change;
    switch (action) {
      case 'assign': {
        if (assigneeId === undefined) throw fieldError('assigneeId', 'Choose a member.');
        const member = (await this.members.list(accountId)).find((each) => each.userId === assigneeId);
        if (!member) throw memberNotFound();
        return { action, assigneeId, assigneeName: colleagueName(member) };
      }
      case 'snooze':
        return { action, until: parseSnoozeEnd(until) };
      case 'unsnooze':
        return { action: 'snooze', until: null };
      case 'note':
        if (note === null) throw fieldError('note', 'Enter a note.');
        return { action, note };
      case 'no_answer':
        return { action, until: await this.office.getNextTryTime(accountId), note };
      case 'undo_no_answer':
        if (change.version === undefined) throw fieldError('version', 'Send the version that you last read.');
        return { action, until: until === undefined ? null : parseSnoozeEnd(until) };
      case 'still_unhappy':
        return { action, note };
      case 'done':
        if (outcome === undefined) throw fieldError('outcome', 'Say how it went.');
        if (outcome === 'still_unhappy') return { action: outcome, note };
        return { action, outcome, note };
      case 'dismiss':
        return { action, note };
      case 'take':
      case 'release':
      case 'confirm_promise':
      case 'deny_promise':
      case 'reopen':
        return { action };
    }
  }
}

function parsePosition(cursor: string | undefined): FollowUpPosition | undefined {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(cursor);
  if (!position) throw fieldError('cursor', 'Use the nextCursor of an earlier page.');
  return position;
}

function parseSnoozeEnd(until: string | undefined): Date {
  const time = until === undefined ? undefined : parseInstant(until);
  const aheadMs = time ? time.getTime() - Date.now() : 0;
  if (!time || aheadMs <= 0 || aheadMs > MAX_SNOOZE_DAYS * 86_400_000)
    throw fieldError('until', `This must be a date and time in the next ${MAX_SNOOZE_DAYS} days.`);
  return time;
}

function fieldError(field: string, message: string): AppError {
  return validationFailed([{ field, message }]);
}

export function followUpNotFound(): AppError {
  return notFound('FOLLOW_UP_NOT_FOUND', 'Follow-up not found. Check the ID.');
}
