import { Injectable } from '@nestjs/common';

import type { Call } from '@ringwell/database/entities/call.entity';
import type { NewActivity } from '@ringwell/database/repositories/activity.repository';
import { CallsRepository, type NewCall } from '@ringwell/database/repositories/calls.repository';
import { UsersRepository } from '@ringwell/database/repositories/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { SealedBox } from '@ringwell/platform/crypto/sealed-box';

import type { RegistrationTerms } from './intake-terms';
import { newCall, type NewCallParts } from './new-call';

/** Writes the rows of calls that were handed in. */
@Injectable()
export class CallRegistration {
  constructor(
    private readonly calls: CallsRepository,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly sealedBox: SealedBox,
  ) {}

  /**
   * The new call, or the earlier one that it repeats. A demo is processed even when the account is switched off.
   * @throws AppError of the admission
   */
  async register(userId: string, parts: Omit<NewCallParts, 'isAccountOn'>, terms: RegistrationTerms): Promise<{ call: Call; isNew: boolean }> {
    const isAccountOn = parts.source === 'demo' || await this.users.isAccountOn(userId);
    const row = newCall({ ...parts, isAccountOn }, this.sealedBox);
    const { uploadedBy, admission } = terms;
    if (!uploadedBy && !admission) return this.calls.accept(userId, row);
    try {
      const call = await this.unitOfWork.run(async (repositories) => {
        await admission?.(repositories);
        if (uploadedBy) await repositories.activity.record(uploadedBy, uploadOf(userId, row));
        return repositories.calls.insert(userId, row);
      });
      return { call, isNew: true };
    } catch (error) {
      return { call: await this.calls.findRepeated(userId, row, error), isNew: false };
    }
  }
}

function uploadOf(userId: string, { id, source }: NewCall): NewActivity {
  const metadata = { callId: id, targetUserId: userId };
  return source === 'demo'
    ? { action: 'Demo call uploaded', description: 'A recording was uploaded to the demo.', metadata }
    : { action: 'Call uploaded', description: 'A recording was uploaded.', metadata };
}
