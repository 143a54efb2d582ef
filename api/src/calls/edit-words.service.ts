import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { LockedResult } from '@ringwell/database/calls/call-corrections.repository';
import { planCallEvent, notifyConnectedSystems } from '@ringwell/database/deliveries/plan-call-event';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { getAskedToBook, OUTCOME_FIELDS } from '@ringwell/domain/calls/booking';
import { getCallText, needsInstruction } from '@ringwell/domain/calls/call-words';
import {
  EDITABLE_FIELD_NAMES,
  EDITABLE_FIELDS,
  withEdits,
  type EditableField,
  type WordEdits,
} from '@ringwell/domain/calls/word-edits';
import { conflict } from '@ringwell/domain/errors/app-error';
import { DEFAULT_TIME_ZONE, formatTime } from '@ringwell/domain/time';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import { nothingToChange } from '../http/problems/nothing-to-change';
import { lockResult } from './correct-label.service';

const NO_INSTRUCTION =
  "This call doesn't need a follow-up, so it has no instruction. If that's wrong, correct its label first.";
const NOT_ASKABLE =
  "This only applies to calls that weren't booked even though the agent spoke with the customer. If that's the case " +
  'here, correct the booking first.';

/** Saves users' edits to a call's summary, instruction and outcome. */
@Injectable()
export class EditWordsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /**
   * Edits a call's text and outcome wherever they are shown, and keeps the originals. Notifies the
   * outgoing webhook and, if a note was already written, writes another note. Does not send alerts again.
   * @param edits.replaces the timestamp of the latest edit the user has seen
   * @throws AppError `CALL_NOT_FOUND`, `NO_LABEL`, `NOTHING_TO_CHANGE`, `NO_INSTRUCTION`, `NOT_ASKABLE`,
   * `NOT_OUTBOUND`, `WORDS_EDITED`
   */
  async edit(
    accountId: string,
    callId: string,
    { replaces, ...edits }: WordEdits & { replaces?: string | null },
    actor: Actor,
  ): Promise<void> {
    if (EDITABLE_FIELDS.every((field) => edits[field] === undefined)) throw nothingToChange();
    await this.unitOfWork.run(async (repositories) => {
      const lockedResult = await lockResult(repositories, accountId, callId);
      const changes = findChanges(lockedResult, edits);
      if (Object.keys(changes).length === 0) return;
      if (changes.instruction !== undefined && !needsInstruction(lockedResult.analysis))
        throw conflict('NO_INSTRUCTION', NO_INSTRUCTION);
      if (changes.asked && getAskedToBook(withEdits(lockedResult.analysis, changes)) === null)
        throw conflict('NOT_ASKABLE', NOT_ASKABLE);
      if (changes.reached && lockedResult.call.direction !== 'outbound')
        throw conflict('NOT_OUTBOUND', 'This only applies to outbound calls.');
      if (replaces !== undefined) await assertNotEditedSince(repositories, lockedResult, replaces);
      await this.save(repositories, lockedResult, changes, actor);
    });
    this.dispatcher.notify();
  }

  /** Restores the original summary and instruction, not the outcome, in the caller's transaction. */
  async restore(repositories: Repositories, accountId: string, callId: string, actor: Actor): Promise<void> {
    const lockedResult = await repositories.callCorrections.lock(accountId, callId);
    if (!lockedResult || lockedResult === 'no_result') return;
    const changes = findChanges(lockedResult, { summary: null, instruction: null });
    if (Object.keys(changes).length > 0) await this.save(repositories, lockedResult, changes, actor);
  }

  private async save(
    repositories: Repositories,
    lockedResult: LockedResult,
    changes: WordEdits,
    actor: Actor,
  ): Promise<void> {
    const { callEdits, activity, relabeledCalls, followUpDeliveries } = repositories;
    const { call } = lockedResult;
    const fields = EDITABLE_FIELDS.filter((field) => changes[field] !== undefined);
    await callEdits.save(lockedResult, changes, actor.userId);
    await activity.record(actor, {
      action: 'Call edited',
      description: `A call was edited: ${fields.map((field) => EDITABLE_FIELD_NAMES[field]).join(', ')}.`,
      accountId: call.accountId,
      metadata: { callId: call.id, fields },
    });
    // Changing the booking can open or close a lead.
    if (changes.booking !== undefined)
      await followUpDeliveries.planEvents(call.accountId, await relabeledCalls.apply(call));
    // The note in ServiceTitan does not mention the outcome.
    if (fields.every((field) => OUTCOME_FIELDS.some((each) => each === field)))
      await planCallEvent(repositories, call, 'call.edited');
    else await notifyConnectedSystems(repositories, call);
  }
}

function findChanges({ analysis }: LockedResult, edits: WordEdits): WordEdits {
  const { summary, followUp, booking, asked, reached, originalWords } = analysis;
  const displayedValues = {
    summary: getCallText(analysis).summary ?? (summary || null),
    instruction: followUp.what ?? null,
    booking,
    asked,
    reached,
  };
  const isEdited = (field: EditableField): boolean => originalWords?.[field] !== undefined;
  return Object.fromEntries(
    EDITABLE_FIELDS.flatMap((field) => {
      const value = edits[field];
      if (value === undefined || (value === null ? !isEdited(field) : value === displayedValues[field])) return [];
      return [[field, value]];
    }),
  ) as WordEdits;
}

async function assertNotEditedSince(
  { callEdits, accounts }: Repositories,
  { call }: LockedResult,
  replaces: string | null,
): Promise<void> {
  const seenAt = replaces === null ? null : new Date(replaces).getTime();
  const [latestEdit] = await callEdits.list(call.id);
  if (seenAt === (latestEdit?.editedAt.getTime() ?? null)) return;
  const timeZone = (await accounts.findTimeZone(call.accountId)) ?? DEFAULT_TIME_ZONE;
  const reason = latestEdit
    ? `${latestEdit.editedBy ?? 'Another user'} edited the ${EDITABLE_FIELD_NAMES[latestEdit.field]} on ${formatTime(latestEdit.editedAt, timeZone, 'dateTime')}.`
    : "This call hasn't been edited yet.";
  throw conflict('WORDS_EDITED', `${reason} Reload the call, then make your change again if it still applies.`);
}
