import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { actorOf } from '../auth/actor';
import { clientNetwork } from '../http/throttling/client-network';
import { ThrottleService } from '../http/throttling/throttle.service';
import { contactMail } from './contact-mail';
import type { ContactMessageDto } from './dto/contact.dto';

/** Of a message, what the activity log shows where no mail brings it. */
const MAX_SHOWN_CHARACTERS = 1_000;

/** Takes messages of the contact form. */
@Injectable()
export class ContactService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly throttle: ThrottleService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Stores the message, together with the mail that brings it to the support address; the mail leaves a moment later. Without a
   * mail server there is no mail, as it would leave months later when one is set: administrators then read the message in the
   * activity log.
   * @throws AppError `RATE_LIMITED`
   */
  async take({ website, name, email, phone, company, message }: ContactMessageDto, request: Request): Promise<void> {
    await this.throttle.count('contact-message', clientNetwork(request.ip));
    // Whoever fills in the field that people do not see is told the same as everybody, so that nothing is learnt from it.
    if (website) return;
    const visitor = actorOf(request);
    const { SUPPORT_EMAIL: supportEmail, SMTP_URL: smtpUrl } = this.config;
    await this.unitOfWork.run(async ({ contactMessages, mails, activity }) => {
      const contactMessageId = await contactMessages.create({
        name,
        email,
        phone: phone || null,
        company: company || null,
        message,
        ipAddress: visitor.ipAddress,
        userAgent: visitor.userAgent,
      });
      if (smtpUrl)
        await mails.enqueue({ ...contactMail({ name, email, phone, company, message }), recipient: supportEmail });
      const onward = smtpUrl
        ? `It is mailed to ${supportEmail}.`
        : 'No mail server is set, so the message stands here only. Set SMTP_URL, MAIL_FROM and SUPPORT_EMAIL to have messages mailed.';
      await activity.record(visitor, {
        action: 'Contact message received',
        description: `${name} (${email}) wrote through the contact form. ${onward}`,
        metadata: { contactMessageId, ...(!smtpUrl && { message: shortened(message) }) },
      });
    });
  }
}

/** Cut between characters, never within one. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_SHOWN_CHARACTERS
    ? text
    : `${characters.slice(0, MAX_SHOWN_CHARACTERS - 1).join('')}…`;
}
