import type { EntityManager } from 'typeorm';

import type { FollowUpEventType } from '@ringwell/domain/follow-ups/follow-up';

import { FollowUpEvent } from './follow-up.entity';

/** A change to a follow-up, with its history entry. */
export interface FollowUpChange {
  followUpId: string;
  eventId: string;
  type: FollowUpEventType;
  at: Date;
}

export type NewFollowUpEvent = Partial<Pick<FollowUpEvent, 'actor' | 'callId' | 'outcome' | 'note' | 'until'>>;

/** Adds an entry to a follow-up's history. Run this in the transaction that makes the change. */
export async function recordFollowUpEvent(
  manager: EntityManager,
  followUpId: string,
  type: FollowUpEventType,
  entry: NewFollowUpEvent = {},
): Promise<FollowUpChange> {
  const { id, at } = await manager.save(manager.create(FollowUpEvent, { followUpId, type, ...entry }));
  return { followUpId, eventId: id, type, at };
}
