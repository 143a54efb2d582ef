import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { EscalationsRepository } from '@ringwell/database/follow-ups/escalations.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';

import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import { planDigests } from '../deliveries/digest-plan';
import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 30_000;
const BATCH_SIZE = 500;

/**
 * Escalates each overdue follow-up exactly once, with at most one digest an hour per account. The escalation and its
 * messages are stored in one transaction, so a crash neither loses nor repeats them.
 */
@Injectable()
export class OverdueLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly escalations: EscalationsRepository,
    private readonly accounts: AccountsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly policy: DeliveryPolicyService,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'follow-ups: failed to escalate' });
  }

  override async pass(): Promise<void> {
    for (const accountId of await this.escalations.listDueAccounts(BATCH_SIZE)) {
      await this.escalate(accountId);
      if (this.isStopping) return;
    }
  }

  // One account's failure must not delay the others.
  private async escalate(accountId: string): Promise<void> {
    try {
      const count = await this.escalateInTransaction(accountId);
      if (count > 0) this.logger.info({ accountId, followUps: count }, 'follow-ups: escalated');
    } catch (error) {
      this.logger.warn({ err: error, accountId }, 'follow-ups: failed to escalate for account');
    }
  }

  private async escalateInTransaction(accountId: string): Promise<number> {
    const settings = await this.accounts.findSettings(accountId);
    if (!settings) return 0;
    return this.unitOfWork.run(async ({ escalations, deliveries, followUpDeliveries, alertAddresses }) => {
      const escalation = await escalations.escalate(accountId);
      if (!escalation) return 0;
      const { escalationId, changes } = escalation;
      const confirmedSettings = await this.policy.withConfirmedAddresses(settings, alertAddresses);
      await deliveries.planMessages(accountId, planDigests(confirmedSettings, this.policy), { escalationId });
      await followUpDeliveries.planEvents(accountId, changes);
      return changes.length;
    });
  }
}
