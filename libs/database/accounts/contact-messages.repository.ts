import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { ContactMessage } from './contact-message.entity';

export type NewContactMessage = Omit<ContactMessage, 'id' | 'createdAt'>;

@Injectable()
export class ContactMessagesRepository {
  constructor(private readonly manager: EntityManager) {}

  async create(message: NewContactMessage): Promise<string> {
    const created = this.manager.create(ContactMessage, message);
    await this.manager.insert(ContactMessage, created);
    return created.id;
  }
}
