import { In, IsNull } from 'typeorm';

import { SqlRepository } from '../../postgres/sql';
import { ContactMessage } from './contact-message.entity';

export type NewContactMessage = Omit<ContactMessage, 'id' | 'createdAt' | 'doneAt'>;

export class ContactMessagesRepository extends SqlRepository {
  async create(message: NewContactMessage): Promise<string> {
    const created = this.manager.create(ContactMessage, message);
    await this.manager.insert(ContactMessage, created);
    return created.id;
  }

  /**
   * Lists messages newest first.
   * @param isDone whether to list messages marked as done or new ones
   * @param after the last message of the previous page
   */
  async list({ isDone, after, limit }: { isDone: boolean; after?: string; limit: number }): Promise<ContactMessage[]> {
    const messages = await this.rows<{ id: string }>(
      `
      select id from contact_messages
      where (done_at is not null) = $1
        and ($2::uuid is null or (created_at, id) < (select created_at, id from contact_messages where id = $2))
      order by created_at desc, id desc limit $3`,
      [isDone, after ?? null, limit],
    );
    return this.manager.find(ContactMessage, {
      where: { id: In(messages.map(({ id }) => id)) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  countNew(): Promise<number> {
    return this.manager.countBy(ContactMessage, { doneAt: IsNull() });
  }

  find(id: string): Promise<ContactMessage | null> {
    return this.manager.findOneBy(ContactMessage, { id });
  }

  /** @returns false if the message was already in this state */
  async mark(id: string, isDone: boolean): Promise<boolean> {
    return this.hasRow(
      `
      update contact_messages set done_at = case when $2 then now() end
      where id = $1 and (done_at is not null) <> $2 returning id`,
      [id, isDone],
    );
  }
}
