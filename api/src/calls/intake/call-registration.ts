import { Injectable } from '@nestjs/common';

import { isDatabaseAway, isStatementCancelled } from '@ringwell/database/database-away';
import type { Call } from '@ringwell/database/entities/call.entity';
import type { NewActivity } from '@ringwell/database/repositories/activity.repository';
import { CallsRepository, type AccountCall, type NewCall } from '@ringwell/database/repositories/calls.repository';
import { UsersRepository } from '@ringwell/database/repositories/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { SealedBox } from '@ringwell/platform/crypto/sealed-box';

import { Batcher } from '../../platform/batcher';
import type { RegistrationTerms } from './intake-terms';
import { newCall, type NewCallParts } from './new-call';

/** Calls that are handed in together are written together. A statement that waits for another's lock holds up only its own. */
const BATCHES = { maxItems: 100, holdMs: 250 };

/** What is known of a call that was handed in. */
export type RegisteredCall = Pick<NewCall, 'id' | 'state'> & Partial<Pick<Call, 'idempotencyKey' | 'requestHash'>>;

/** Writes the rows of calls that were handed in. */
@Injectable()
export class CallRegistration {
  private readonly batches = new Batcher<AccountCall, boolean>((calls) => this.queue(calls), BATCHES);

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
  async register(
    userId: string, parts: Omit<NewCallParts, 'isAccountOn'>, { uploadedBy, admission }: RegistrationTerms,
  ): Promise<{ call: RegisteredCall; isNew: boolean }> {
    if (!uploadedBy && !admission) {
      const call = newCall({ ...parts, isAccountOn: true }, this.sealedBox);
      if (await this.batches.add({ ...call, userId })) return { call, isNew: true };
    }
    const isAccountOn = parts.source === 'demo' || await this.users.isAccountOn(userId);
    const row = newCall({ ...parts, isAccountOn }, this.sealedBox);
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

  /**
   * Whether each call was queued. One that was not, because it repeats another or its account is off, or because something is
   * wrong with one of them, is then written by itself, which tells what it is.
   */
  private async queue(calls: AccountCall[]): Promise<boolean[]> {
    try {
      const queued = await this.calls.queue(calls);
      return calls.map(({ id }) => queued.has(id));
    } catch (error) {
      // After a lost answer the rows may be there; one that others waited for must not fail them.
      if (isDatabaseAway(error) && !isStatementCancelled(error)) throw error;
      return calls.map(() => false);
    }
  }
}

function uploadOf(userId: string, { id, source }: NewCall): NewActivity {
  const metadata = { callId: id, targetUserId: userId };
  return source === 'demo'
    ? { action: 'Demo call uploaded', description: 'A recording was uploaded to the demo.', metadata }
    : { action: 'Call uploaded', description: 'A recording was uploaded.', metadata };
}
