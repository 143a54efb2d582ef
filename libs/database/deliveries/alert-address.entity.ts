import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { CreatedEntity } from '../base-columns';
import { primaryKey, reference, timestamptz } from '../columns';

/**
 * The consent of an address's owner to an account's alerts. The row stays when the address is removed from the
 * settings, so that the owner isn't asked again.
 */
@Entity('alert_addresses')
export class AlertAddress extends FieldsType(CreatedEntity, {
  accountId: reference(() => Account, 'fk_alert_addresses_account', 'CASCADE', { primaryKey: 'pk_alert_addresses' }),
  /** In lowercase. */
  address: primaryKey('text', 'pk_alert_addresses'),
  /** When the latest email with a link was queued; null if the owner was never asked. */
  askedAt: timestamptz({ nullable: true }),
  confirmedAt: timestamptz({ nullable: true }),
  declinedAt: timestamptz({ nullable: true }),
}) {}
