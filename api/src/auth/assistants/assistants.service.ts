import { Injectable } from '@nestjs/common';

import {
  AssistantsRepository,
  type ListedAssistant,
} from '@ringwell/database/accounts/assistants/assistants.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

@Injectable()
export class AssistantsService {
  constructor(
    private readonly assistants: AssistantsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param userId lists only this member's assistants */
  list(accountId: string, userId?: string): Promise<ListedAssistant[]> {
    return this.assistants.list(accountId, userId);
  }

  /**
   * Revokes all of an assistant's tokens.
   * @param userId the member who must have connected it
   * @throws AppError `ASSISTANT_NOT_FOUND`
   */
  async disconnect(accountId: string, id: string, actor: Actor, userId?: string): Promise<void> {
    await this.unitOfWork.run(async ({ assistants, activity }) => {
      const assistant = await assistants.delete(accountId, id, userId);
      if (!assistant) throw assistantNotFound();
      await activity.record(actor, {
        action: 'Assistant disconnected',
        description: `${assistant.name} was disconnected.`,
        accountId,
        metadata: { assistantId: id },
      });
    });
  }
}

export function assistantNotFound(): AppError {
  return notFound('ASSISTANT_NOT_FOUND', "This assistant isn't connected anymore.");
}
