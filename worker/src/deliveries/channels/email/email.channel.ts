import { Inject, Injectable } from '@nestjs/common';

import { AlertAddressesRepository } from '@ringwell/database/deliveries/alert-addresses.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { requiresAddressConfirmation } from '@ringwell/platform/config/requires-address-confirmation';
import { createLetterToken } from '@ringwell/platform/crypto/letter-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createUnsubscribeToken } from '@ringwell/platform/crypto/unsubscribe-token';
import { renderLetterMail } from '@ringwell/rules/weekly-letters/letter-mail';

import { MailerService } from '../../../mail/mailer.service';
import { isMemberAlert } from '../../alert-settings';
import {
  DeliveryChannel,
  MessageSuppressed,
  type DeliveryMessage,
  type DigestMessage,
  type LetterMessage,
  type SendOptions,
  type SendResult,
  type Suppression,
  type MessageContext,
} from '../../delivery-channel';
import { LETTER_NOT_WANTED, MAIL_NOT_WANTED } from '../../delivery-policy.service';
import { listDigestAddresses, isListedForDigests } from '../../digest-plan';
import { buildRecap } from '../../recap';
import { digestEmail } from './email.digest';
import type { MailContext } from './email.draft';
import { alertEmail, getAccountName, testEmail, type MailContent } from './email.message';

const UNAVAILABLE: Suppression = {
  code: 'MAIL_UNAVAILABLE',
  message: "Email isn't available yet. Contact support.",
};
const UNSUBSCRIBED: Suppression = {
  code: 'MAIL_UNSUBSCRIBED',
  message:
    'This address has unsubscribed. ' +
    'Ask the recipient to open the unsubscribe link in an earlier email and choose "Subscribe again".',
};
const ADDRESS_REMOVED: Suppression = {
  code: 'MAIL_ADDRESS_REMOVED',
  message: 'This address was removed from the settings before the email was sent. Add it back, then send this again.',
};
const UNCONFIRMED_ADDRESS: Suppression = {
  code: 'MAIL_ADDRESS_UNCONFIRMED',
  message:
    "This address hasn't confirmed that it wants these emails. " +
    'Ask the recipient to open the link in the confirmation email, or send the email again in Settings.',
};

/**
 * Each address gets its own email, so that recipients don't see each other. Automatic retries have the same Message-ID,
 * so that email clients recognize them.
 */
@Injectable()
export class EmailChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'email';

  constructor(
    private readonly mailer: MailerService,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly alertAddresses: AlertAddressesRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG)
    private readonly config: Pick<WorkerConfig, 'PUBLIC_URL' | 'PORT' | 'PRODUCT_NAME'> &
      Partial<Pick<WorkerConfig, 'SMTP_URL' | 'CONFIRM_ALERT_ADDRESSES'>>,
  ) {
    super();
  }

  override get problem(): Suppression | null {
    return this.mailer.isAvailable ? null : UNAVAILABLE;
  }

  override async findSuppression(message: DeliveryMessage): Promise<Suppression | null> {
    const { delivery, settings } = message;
    const isListed = settings.emailAddress.some(
      (address) => address.toLowerCase() === delivery.destination.toLowerCase(),
    );
    if (!isListed && !isMemberAlert(message)) return message.recipientAlerts ? MAIL_NOT_WANTED : ADDRESS_REMOVED;
    return isMemberAlert(message) ? this.checkUnsubscribed(delivery) : this.checkRecipient(delivery);
  }

  override send(message: DeliveryMessage, options: SendOptions): Promise<SendResult> {
    return this.sendEmail(
      message,
      alertEmail(buildRecap(message, getPublicUrl(this.config)), {
        ...this.buildContext(message),
        isMemberAlert: isMemberAlert(message),
      }),
      options,
    );
  }

  override async sendTest(message: MessageContext, options: SendOptions): Promise<SendResult> {
    const suppression = await this.checkRecipient(message.delivery);
    if (suppression) throw new MessageSuppressed(suppression);
    return this.sendEmail(message, testEmail(getPublicUrl(this.config), this.buildContext(message)), options);
  }

  override async findDigestSuppression({ delivery, settings }: MessageContext): Promise<Suppression | null> {
    if (!listDigestAddresses(settings).includes(delivery.destination.toLowerCase())) return ADDRESS_REMOVED;
    return this.checkRecipient(delivery);
  }

  override sendDigest(message: DigestMessage, options: SendOptions): Promise<SendResult> {
    const isListed = isListedForDigests(message.settings, message.delivery.destination);
    return this.sendEmail(message, digestEmail(message.digest, this.buildContext(message), isListed), options);
  }

  // The link in a letter unsubscribes the recipient from letters, not from alerts.
  override async sendLetter(message: LetterMessage, { signal }: SendOptions): Promise<SendResult> {
    const { delivery, account, owner, view, isTest, readerId } = message;
    if (readerId === null) throw new MessageSuppressed(LETTER_NOT_WANTED);
    const productName = this.config.PRODUCT_NAME;
    const token = createLetterToken({ accountId: account.id, userId: readerId }, this.secretBox);
    const unsubscribeUrl = `${getPublicUrl(this.config)}/api/unsubscribe/${token}`;
    const accountName = getAccountName({ account, owner, productName });
    const content = renderLetterMail(view, { productName, accountName, isTest, unsubscribeUrl });
    const { destination: recipient, id: key } = delivery;
    return { providerRef: await this.mailer.send({ key, recipient, unsubscribeUrl, ...content }, { signal }) };
  }

  private async checkUnsubscribed({
    accountId,
    destination,
  }: DeliveryMessage['delivery']): Promise<Suppression | null> {
    return (await this.suppressions.isUnsubscribed(accountId, destination)) ? UNSUBSCRIBED : null;
  }

  // Checks whether an address entered by the account has unsubscribed or is still unconfirmed.
  private async checkRecipient(delivery: DeliveryMessage['delivery']): Promise<Suppression | null> {
    const { accountId, destination } = delivery;
    const suppression = await this.checkUnsubscribed(delivery);
    if (suppression || !requiresAddressConfirmation(this.config)) return suppression;
    const [unconfirmed] = await this.alertAddresses.listUnconfirmed(accountId, [destination]);
    return unconfirmed ? UNCONFIRMED_ADDRESS : null;
  }

  private buildContext({ delivery, account, owner }: MessageContext): MailContext {
    const token = createUnsubscribeToken({ accountId: account.id, address: delivery.destination }, this.secretBox);
    return {
      productName: this.config.PRODUCT_NAME,
      account,
      owner,
      recipient: delivery.destination,
      isMemberAlert: false,
      unsubscribeUrl: `${getPublicUrl(this.config)}/api/unsubscribe/${token}`,
    };
  }

  private async sendEmail(
    { delivery }: MessageContext,
    { context, ...content }: MailContent,
    { signal }: SendOptions,
  ): Promise<SendResult> {
    const { recipient, unsubscribeUrl } = context;
    const { id, sentAt } = delivery;
    // Mail servers may drop an email with the Message-ID of an earlier one, so a resend by a user has a new one.
    const key = sentAt ? `${id}-${sentAt.getTime()}` : id;
    const messageId = await this.mailer.send({ key, recipient, unsubscribeUrl, ...content }, { signal });
    return { providerRef: messageId };
  }
}
