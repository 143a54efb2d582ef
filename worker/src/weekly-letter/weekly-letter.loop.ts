import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { WeeklyLettersRepository, type DueLetter } from '@ringwell/database/weekly-letters/weekly-letters.repository';

import { planForAlertChannels } from '../deliveries/delivery-plan';
import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 120_000;
const BATCH_SIZE = 500;

/**
 * Creates the letter about last week, starting Monday at 7 AM in each account's time zone. The letter and its messages
 * are created in one transaction, so a crash neither loses nor repeats them.
 */
@Injectable()
export class WeeklyLetterLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly letters: WeeklyLettersRepository,
    private readonly accounts: AccountsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly policy: DeliveryPolicyService,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'weekly letter: failed to find accounts' });
  }

  protected now(): Date {
    return new Date();
  }

  override async pass(): Promise<void> {
    for (const dueLetter of await this.letters.listDue(this.now(), BATCH_SIZE)) {
      await this.writeLetter(dueLetter);
      if (this.isStopping) return;
    }
  }

  // One account's failure must not delay the others.
  private async writeLetter(dueLetter: DueLetter): Promise<void> {
    const { accountId, week } = dueLetter;
    try {
      const messages = await this.writeInTransaction(dueLetter);
      if (messages !== null) this.logger.info({ accountId, week, messages }, 'weekly letter: written');
    } catch (error) {
      this.logger.warn({ err: error, accountId, week }, 'weekly letter: failed to write for account');
    }
  }

  private async writeInTransaction(dueLetter: DueLetter): Promise<number | null> {
    const settings = await this.accounts.findSettings(dueLetter.accountId);
    if (!settings) return null;
    return this.unitOfWork.run(async ({ weeklyLetters, letterReaders, deliveries }) => {
      const letterId = await weeklyLetters.add(dueLetter);
      if (letterId === null) return null;
      const addresses = await letterReaders.listAddresses(dueLetter.accountId);
      const messages = planForAlertChannels(settings, addresses, this.policy, {
        skipsChats: !settings.weeklyLetterChats,
      });
      await deliveries.planMessages(dueLetter.accountId, messages, { weeklyLetterId: letterId });
      return messages.length;
    });
  }
}
