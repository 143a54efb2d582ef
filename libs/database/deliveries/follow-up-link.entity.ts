import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { FollowUp } from '../follow-ups/follow-up.entity';
import { Delivery } from './delivery.entity';

/** A link that was used to take a follow-up. Each link works once. */
@Entity('follow_up_links')
@Index('ix_follow_up_links_follow_up', ['followUpId'])
export class FollowUpLink {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_follow_up_links' })
  deliveryId!: string;

  @ManyToOne(() => Delivery, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'delivery_id', foreignKeyConstraintName: 'fk_follow_up_links_delivery' })
  delivery?: Relation<Delivery>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_follow_up_links' })
  followUpId!: string;

  @ManyToOne(() => FollowUp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'follow_up_id', foreignKeyConstraintName: 'fk_follow_up_links_follow_up' })
  followUp?: Relation<FollowUp>;

  /** Address that received the message, or the name that was entered. */
  @Column('text')
  usedBy!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  usedAt!: Date;
}
