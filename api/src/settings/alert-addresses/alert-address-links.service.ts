import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { AlertAddressesRepository } from '@ringwell/database/deliveries/alert-addresses.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { companyOrPersonName } from '@ringwell/domain/accounts/company-or-person-name';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import type { UnconfirmedState } from '@ringwell/domain/deliveries/alert-address';
import { invalid, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { openAlertAddressToken } from '@ringwell/platform/crypto/alert-address-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

export type AlertResponse = 'confirm' | 'decline';

/** The account and address that a link in a confirmation email is for. */
export interface LinkedAlertAddress {
  accountId: string;
  address: string;
  /** Name shown to the recipient. */
  account: string;
  /** Name shown to the account. */
  ownerName: string;
  state: UnconfirmedState | 'confirmed';
}

/** Handles the link in a confirmation email, which proves ownership of the address and can be used again later. */
@Injectable()
export class AlertAddressLinksService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly alertAddresses: AlertAddressesRepository,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `ALERT_LINK_INVALID`, `ALERT_LINK_EXPIRED` */
  async open(token: string): Promise<LinkedAlertAddress> {
    const link = openAlertAddressToken(token, this.secretBox);
    if (!link) throw linkInvalid();
    const { accountId, address, expiresAt } = link;
    const [account, owner, [unconfirmed], isUnsubscribed] = await Promise.all([
      this.accounts.findById(accountId),
      this.accounts.findOwner(accountId),
      this.alertAddresses.listUnconfirmed(accountId, [address]),
      this.suppressions.isUnsubscribed(accountId, address),
    ]);
    if (!account || !owner) throw linkInvalid();
    if (expiresAt.getTime() <= Date.now())
      throw invalid(
        'ALERT_LINK_EXPIRED',
        'This link has expired. Ask the company that wants to send you alerts for a new email.',
      );
    return {
      accountId,
      address,
      account: companyOrPersonName(account, owner) ?? this.config.PRODUCT_NAME,
      ownerName: userDisplayName(owner),
      state: unconfirmed?.state ?? (isUnsubscribed ? 'declined' : 'confirmed'),
    };
  }

  /** Stores the response. Repeating it has no effect. @returns the new state */
  async respond(linkedAddress: LinkedAlertAddress, response: AlertResponse, actor: Actor): Promise<LinkedAlertAddress> {
    const { accountId, address, ownerName } = linkedAddress;
    await this.unitOfWork.run(async ({ alertAddresses, mailSuppressions, activity }) => {
      const isNewResponse = await alertAddresses[response](accountId, address);
      // This also applies if no confirmation was pending: members never have to confirm, and no one does if
      // confirmations are disabled.
      const isChanged = await (response === 'confirm'
        ? mailSuppressions.subscribe(accountId, address)
        : mailSuppressions.unsubscribe(accountId, address));
      if (!isNewResponse && !isChanged) return;
      await activity.record(
        actor,
        response === 'confirm'
          ? {
              action: 'Alert address confirmed',
              description: `${address} agreed to receive ${ownerName}'s call emails.`,
              accountId,
            }
          : {
              action: 'Alert address declined',
              description: `${address} declined ${ownerName}'s call emails.`,
              accountId,
            },
      );
    });
    return { ...linkedAddress, state: response === 'confirm' ? 'confirmed' : 'declined' };
  }
}

function linkInvalid(): AppError {
  return notFound(
    'ALERT_LINK_INVALID',
    'This link is invalid, or its account was deleted. Open it from the email again.',
  );
}
