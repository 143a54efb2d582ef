import { randomUUID } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import type { Account } from '@ringwell/database/accounts/account.entity';
import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { AlertAddressesRepository } from '@ringwell/database/deliveries/alert-addresses.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import { MAIL_LINK } from '@ringwell/database/deliveries/mail.entity';
import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { companyOrPersonName } from '@ringwell/domain/accounts/company-or-person-name';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { ALERT_LINK_DAYS, type UnconfirmedState } from '@ringwell/domain/deliveries/alert-address';
import { conflict, invalid, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { requiresAddressConfirmation } from '@ringwell/platform/config/requires-address-confirmation';
import { createAlertAddressToken, openAlertAddressToken } from '@ringwell/platform/crypto/alert-address-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { accountNotActive } from '../../auth/access/account-not-active';
import { ThrottleService } from '../../http/throttling/throttle.service';

const LINK_MS = ALERT_LINK_DAYS * 86_400_000;

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

/**
 * Asks recipients outside an account for consent before they get emails about its calls. The link in the email proves
 * ownership of the address and can be used again later.
 */
@Injectable()
export class AlertAddressesService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly alertAddresses: AlertAddressesRepository,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly throttle: ThrottleService,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the addresses in the settings that don't get emails about calls yet, with the reasons. */
  async listUnconfirmed(settings: AccountSettings): Promise<Record<string, UnconfirmedState>> {
    if (!requiresAddressConfirmation(this.config)) return {};
    const unconfirmed = await this.alertAddresses.listUnconfirmed(settings.accountId, getAddresses(settings));
    return Object.fromEntries(unconfirmed.map(({ address, state }) => [address, state]));
  }

  /** Counts new addresses toward the limits, before the transaction that saves them. @throws AppError `RATE_LIMITED` */
  async countNew(accountId: string, addresses: readonly string[]): Promise<void> {
    if (addresses.length === 0 || !requiresAddressConfirmation(this.config)) return;
    const settings = await this.accounts.findSettings(accountId);
    if (!settings) return;
    for (const address of await this.alertAddresses.listDue(accountId, findNewAddresses(addresses, settings))) {
      await this.throttle.count('alert-addresses', accountId);
      await this.throttle.count('alert-address', address);
    }
  }

  /**
   * Sends confirmation emails to new addresses. Call this in the transaction that saves them. Demo accounts are
   * skipped, because they must not email strangers and don't send alerts.
   */
  async requestConfirmation(
    { alertAddresses, accounts, mails }: Pick<Repositories, 'alertAddresses' | 'accounts' | 'mails'>,
    previousSettings: AccountSettings,
    addresses: readonly string[],
  ): Promise<void> {
    const { accountId } = previousSettings;
    if (!requiresAddressConfirmation(this.config)) return alertAddresses.confirmWithoutRequest(accountId, addresses);
    const dueAddresses = await alertAddresses.listDue(accountId, findNewAddresses(addresses, previousSettings));
    const account = dueAddresses.length > 0 && (await accounts.findById(accountId));
    if (!account || account.status !== 'active') return;
    const name = await findAccountName(accounts, account);
    for (const address of await alertAddresses.markConfirmationRequested(accountId, dueAddresses))
      await mails.enqueue(this.buildMail(accountId, address, name));
  }

  /**
   * Sends the confirmation email again. Earlier links keep working.
   * @throws AppError `ACCOUNT_NOT_ACTIVE`, `ADDRESS_NOT_WAITING`, `RATE_LIMITED`
   */
  async resendEmail(accountId: string, address: string): Promise<void> {
    const { account, settings } = (await this.accounts.findWithSettings(accountId)) ?? {};
    if (account?.status !== 'active' || !settings) throw accountNotActive('send messages');
    const { [address]: state } = await this.listUnconfirmed(settings);
    if (state !== 'waiting') throw notWaiting(state);
    await this.throttle.count('alert-addresses', accountId);
    await this.throttle.count('alert-address', address);
    await this.unitOfWork.run(async ({ alertAddresses, accounts, mails }) => {
      const [markedAddress] = await alertAddresses.markConfirmationRequested(accountId, [address], true);
      if (markedAddress === undefined) throw notWaiting(undefined); // the recipient has just responded
      await mails.enqueue(this.buildMail(accountId, address, await findAccountName(accounts, account)));
    });
  }

  /** @throws AppError `ALERT_LINK_INVALID`, `ALERT_LINK_EXPIRED` */
  async openLink(token: string): Promise<LinkedAlertAddress> {
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

  private buildMail(accountId: string, address: string, name: string | null): NewMail {
    const id = randomUUID();
    const { PRODUCT_NAME: product } = this.config;
    const expiresAt = new Date(Date.now() + LINK_MS);
    const token = createAlertAddressToken({ accountId, address, expiresAt }, this.secretBox);
    return {
      id,
      recipient: address,
      subject: `Confirm that you want call alerts from ${product}`,
      body:
        `${name ?? `An account on ${product}`} would like to send call alerts to this address through ${product}: ` +
        'summaries of phone calls with its customers, and lists of customers who are waiting for a call.\n\n' +
        `To accept or decline them:\n\n${MAIL_LINK}\n\n` +
        `The link works for ${ALERT_LINK_DAYS} days. Nothing is sent until you confirm.\n` +
        "If you don't know what this is about, ignore this email, or use the link to stop further emails.\n",
      sealedLink: this.secretBox.seal(
        `${getPublicUrl(this.config)}/api/alert-addresses/${token}`,
        SEALED_FIELDS.mailLink(id),
      ),
    };
  }
}

/** Returns the addresses in an account's settings that get emails about its calls. */
export function getAddresses({
  emailAddress = [],
  overdueAddresses = [],
}: Partial<Pick<AccountSettings, 'emailAddress' | 'overdueAddresses'>>): string[] {
  return [...emailAddress, ...overdueAddresses];
}

function findNewAddresses(addresses: readonly string[], previousSettings: AccountSettings): string[] {
  const existingAddresses = new Set(getAddresses(previousSettings));
  return addresses.filter((address) => !existingAddresses.has(address));
}

async function findAccountName(accounts: AccountsRepository, account: Account): Promise<string | null> {
  const owner = await accounts.findOwner(account.id);
  const name = owner && companyOrPersonName(account, owner);
  return name?.replaceAll(MAIL_LINK, '').trim() || null;
}

function notWaiting(state: UnconfirmedState | undefined): AppError {
  return conflict(
    'ADDRESS_NOT_WAITING',
    state === 'declined'
      ? "This recipient declined emails about calls, so we won't ask again."
      : "This address isn't waiting for confirmation. Reload the settings.",
  );
}

function linkInvalid(): AppError {
  return notFound(
    'ALERT_LINK_INVALID',
    'This link is invalid, or its account was deleted. Open it from the email again.',
  );
}
