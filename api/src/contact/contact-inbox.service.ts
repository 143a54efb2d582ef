import { Injectable } from '@nestjs/common';

import type { ContactMessage } from '@ringwell/database/accounts/contact/contact-message.entity';
import { ContactMessagesRepository } from '@ringwell/database/accounts/contact/contact-messages.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

const PAGE_SIZE = 25;

export interface InboxPage {
  items: ContactMessage[];
  /** The cursor for the next page; `null` on the last page. */
  next: string | null;
  newCount: number;
}

@Injectable()
export class ContactInboxService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly messages: ContactMessagesRepository,
  ) {}

  async list(isDone: boolean, after?: string): Promise<InboxPage> {
    const [messages, newCount] = await Promise.all([
      this.messages.list({ isDone, after, limit: PAGE_SIZE + 1 }),
      this.messages.countNew(),
    ]);
    const items = messages.slice(0, PAGE_SIZE);
    return { items, next: messages.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null, newCount };
  }

  /** @throws AppError `CONTACT_MESSAGE_NOT_FOUND` */
  mark(actor: Actor, id: string, isDone: boolean): Promise<ContactMessage> {
    return this.unitOfWork.run(async ({ contactMessages, activity }) => {
      const isChanged = await contactMessages.mark(id, isDone);
      const message = await contactMessages.find(id);
      if (!message) throw contactMessageNotFound();
      if (isChanged)
        await activity.record(actor, {
          action: 'Contact message updated',
          description: `The message from ${message.name} (${message.email}) was marked as ${isDone ? 'done' : 'new'}.`,
          metadata: { contactMessageId: id },
        });
      return message;
    });
  }
}

export function contactMessageNotFound(): AppError {
  return notFound(
    'CONTACT_MESSAGE_NOT_FOUND',
    'Message not found. It may have been deleted under the retention policy.',
  );
}
