import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { ContactMessage } from './contact-message.entity';

/** A message before it is stored. */
export type NewContactMessage = Omit<ContactMessage, 'id' | 'createdAt'>;

/** What visitors wrote. */
@Injectable()
export class ContactMessagesRepository {
  constructor(private readonly manager: EntityManager) {}

  /** @returns the message's id */
  async create(message: NewContactMessage): Promise<string> {
    const created = this.manager.create(ContactMessage, message);
    await this.manager.insert(ContactMessage, created);
    return created.id;
  }
}
