import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { getActor } from '../auth/principal/actor';
import { getNetwork } from '../http/throttling/client-network';
import { ThrottleService } from '../http/throttling/throttle.service';
import type { ContactMessageDto } from './dto/contact.dto';

@Injectable()
export class ContactService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly throttle: ThrottleService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Stores the message for the administrators' inbox and queues an email to the support address. Without a mail server,
   * no email is queued, because it would be sent as soon as one is configured.
   * @throws AppError `RATE_LIMITED`
   */
  async submit({ website, name, email, phone, company, message }: ContactMessageDto, request: Request): Promise<void> {
    await this.throttle.count('contact-message', getNetwork(request));
    // Bots that fill in the honeypot get the usual response, so they can't tell that the message is discarded.
    if (website) return;
    const visitor = getActor(request);
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
        await mails.enqueue({ ...contactEmail({ name, email, phone, company, message }), recipient: supportEmail });
      const emailNote = smtpUrl ? ` It will be emailed to ${supportEmail}.` : '';
      await activity.record(visitor, {
        action: 'Contact message received',
        description: `${name} (${email}) sent a message through the contact form.${emailNote}`,
        metadata: { contactMessageId },
      });
    });
  }
}

function contactEmail({
  name,
  email,
  phone,
  company,
  message,
}: Omit<ContactMessageDto, 'website'>): Omit<NewMail, 'recipient'> {
  const sender = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Company', company],
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
  return { replyTo: email, subject: `Contact form: ${name}`, body: [message, '', '--', ...sender, ''].join('\n') };
}
