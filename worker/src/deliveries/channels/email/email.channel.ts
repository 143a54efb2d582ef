import { Inject, Injectable } from '@nestjs/common';

import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { publicUrlOf } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { unsubscribeToken } from '@ringwell/platform/crypto/unsubscribe-token';

import { Mailer } from '../../../mail/mailer';
import {
  DeliveryChannel,
  MessageSuppressed,
  onceMore,
  type DeliveryMessage,
  type SendOptions,
  type Sent,
  type Suppression,
  type TestMessage,
  type Verification,
} from '../../delivery-channel';
import { recapOf } from '../../recap';
import type { MailOccasion } from './email.draft';
import { alertMail, testMail, type MailContent } from './email.message';

const UNAVAILABLE: Suppression = {
  code: 'MAIL_UNAVAILABLE',
  message:
    'No mail server is set up here. Whoever runs this server must set SMTP_URL and MAIL_FROM; then send this again.',
};
const UNSUBSCRIBED: Suppression = {
  code: 'MAIL_UNSUBSCRIBED',
  message:
    'This address has unsubscribed. Only the link in one of the mails it got can undo that; ask the person to open it and choose "Subscribe again".',
};
const REMOVED: Suppression = {
  code: 'MAIL_ADDRESS_REMOVED',
  message: 'This address was taken out of the settings before the mail left. Add it again, then send this again.',
};

/** Mails the result of a call to one of the account's addresses: a mail for each, so that nobody sees the others. */
@Injectable()
export class EmailChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'email';

  constructor(
    private readonly mailer: Mailer,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly sealedBox: SecretBox,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL' | 'PORT' | 'PRODUCT_NAME'>,
  ) {
    super();
  }

  override get unavailable(): Suppression | null {
    return this.mailer.isAvailable ? null : UNAVAILABLE;
  }

  override async suppression({ delivery, settings }: DeliveryMessage): Promise<Suppression | null> {
    const isListed = settings.emailAddress.some(
      (address) => address.toLowerCase() === delivery.destination.toLowerCase(),
    );
    if (!isListed) return REMOVED;
    return (await this.isUnsubscribed(delivery)) ? UNSUBSCRIBED : null;
  }

  override send(message: DeliveryMessage, options: SendOptions): Promise<Sent> {
    return this.sendMail(
      message,
      alertMail(recapOf(message, publicUrlOf(this.config)), this.occasionOf(message)),
      options,
    );
  }

  /** The repeat has the same Message-ID, by which receivers can tell. */
  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(onceMore(delivery));
  }

  /** @throws MessageSuppressed `MAIL_UNSUBSCRIBED`: the connection is sound */
  override async sendTest(message: TestMessage, options: SendOptions): Promise<Sent> {
    if (await this.isUnsubscribed(message.delivery)) throw new MessageSuppressed(UNSUBSCRIBED);
    return this.sendMail(message, testMail(publicUrlOf(this.config), this.occasionOf(message)), options);
  }

  private isUnsubscribed({ userId, destination }: DeliveryMessage['delivery']): Promise<boolean> {
    return this.suppressions.isUnsubscribed(userId, destination);
  }

  private occasionOf({ delivery, user }: TestMessage): MailOccasion {
    const token = unsubscribeToken({ userId: user.id, address: delivery.destination }, this.sealedBox);
    return {
      productName: this.config.PRODUCT_NAME,
      account: user,
      recipient: delivery.destination,
      unsubscribeUrl: `${publicUrlOf(this.config)}/api/unsubscribe/${token}`,
    };
  }

  private async sendMail(
    { delivery }: TestMessage,
    { occasion, ...content }: MailContent,
    { signal }: SendOptions,
  ): Promise<Sent> {
    const { recipient, unsubscribeUrl } = occasion;
    const messageId = await this.mailer.send({ key: delivery.id, recipient, unsubscribeUrl, ...content }, { signal });
    return { providerRef: messageId };
  }
}
