import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { insertionTime, reference, text } from '../columns';
import { FollowUp } from '../follow-ups/follow-up.entity';
import { Delivery } from './delivery.entity';

/** A used link for taking a follow-up. Each link works once. */
@Entity('follow_up_links')
@Index('ix_follow_up_links_follow_up', ['followUpId'])
export class FollowUpLink extends FieldsType({
  deliveryId: reference(() => Delivery, 'fk_follow_up_links_delivery', 'CASCADE', { primaryKey: 'pk_follow_up_links' }),
  followUpId: reference(() => FollowUp, 'fk_follow_up_links_follow_up', 'CASCADE', {
    primaryKey: 'pk_follow_up_links',
  }),
  /** Address that received the message, or the name entered. */
  usedBy: text(),
  usedAt: insertionTime(),
}) {}
