import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';
import { Created } from '../base-columns';

/**
 * The consent of an address's owner to an account's alerts. The row stays when the address is removed from the
 * settings, so that the owner isn't asked again.
 */
@Entity('alert_addresses')
@Check('ck_alert_addresses_response', 'confirmed_at is null or declined_at is null')
export class AlertAddress extends Created {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_alert_addresses' })
  @ForeignKey(() => Account, { name: 'fk_alert_addresses_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** In lowercase. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_alert_addresses' })
  address!: string;

  /** When the latest email with a link was queued; null if the owner was never asked. */
  @Column('timestamptz', { nullable: true })
  askedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  declinedAt!: Date | null;
}
