import { Inject, Injectable } from '@nestjs/common';

import {
  UsageNoticesRepository,
  type AccountPeriod,
  type NoticeAccount,
} from '@ringwell/database/billing/usage-notices.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { accountName } from '@ringwell/domain/accounts/account-name';
import {
  minuteAllowance,
  reachedNoticeLevels,
  type UsageNoticeLevel,
} from '@ringwell/domain/billing/usage-notice-levels';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { currentUsagePeriod } from '@ringwell/rules/calendar/usage-period';

import { LeaderElectionService } from '../../leader/leader-election.service';
import { LeaderLoop } from '../../leader/leader-loop';
import { MailerService } from '../../mail/mailer.service';
import { usageNoticeEmail } from './usage-notice-mail';

const INTERVAL_MS = 60_000;

/**
 * Emails the owners of accounts that have used 50, 80 or 100 percent of their minutes. If several levels are new, only
 * the highest is sent. Each level is sent once per usage period, and again if the limit was raised above the usage in between, so
 * that calls never stop without notice.
 */
@Injectable()
export class UsageNoticeLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly notices: UsageNoticesRepository,
    private readonly unitOfWork: UnitOfWork,
    mailer: MailerService,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT'>,
  ) {
    super(leader, {
      intervalMs: INTERVAL_MS,
      failure: 'usage-notices: failed to check usage',
      isEnabled: mailer.isAvailable,
    });
  }

  override async pass(now = new Date()): Promise<number> {
    const accounts = await this.notices.listAccounts();
    const periods = accounts.map((account) => ({
      accountId: account.accountId,
      period: currentUsagePeriod(account, account, now),
    }));
    const usage = await this.notices.listUsage(periods);
    let sentCount = 0;
    for (const [index, account] of accounts.entries()) {
      const { minutes, levels } = usage[index] ?? { minutes: 0, levels: [] };
      const period = periods[index];
      if (this.isStopping || !period) return sentCount;
      if (computeLevels(account, minutes).join() !== levels.join())
        sentCount += await this.runPart(account.accountId, () => this.notify(period, now));
    }
    return sentCount;
  }

  // Rereads the account under its lock. Returns 1 if a notice was sent.
  private notify({ accountId }: AccountPeriod, now: Date): Promise<number> {
    return this.unitOfWork.run(async ({ accounts, members, usageNotices, mails }) => {
      const { account, owner } = (await accounts.lockWithOwner(accountId)) ?? {};
      const settings = await accounts.findSettings(accountId);
      if (!account?.isActive || account.status !== 'active' || !owner || !settings) return 0;
      const owners = await members.listOwnersWithEmail(accountId);
      if (owners.length === 0) return 0;
      const currentPeriod = { accountId, period: currentUsagePeriod(account, settings, now) };
      const [usage] = await usageNotices.listUsage([currentPeriod]);
      const usedMinutes = usage?.minutes ?? 0;
      const reachedLevels = computeLevels(settings, usedMinutes);
      await usageNotices.replaceLevels(currentPeriod, reachedLevels);
      const allowance = minuteAllowance(settings);
      const level = reachedLevels.at(-1);
      if (!allowance || level === undefined || usage?.levels.includes(level)) return 0;
      const { PRODUCT_NAME: productName } = this.config;
      const notice = {
        productName,
        publicUrl: getPublicUrl(this.config),
        accountName: accountName(account, owner),
        level,
        usedMinutes,
        allowance,
        resetsAt: currentPeriod.period.endsAt,
        timeZone: settings.timeZone ?? DEFAULT_TIME_ZONE,
      };
      for (const { email, firstName } of owners)
        await mails.enqueue({ ...usageNoticeEmail({ ...notice, firstName }), recipient: email });
      this.logger.info({ accountId, level }, 'usage-notices: queued notice');
      return 1;
    });
  }
}

function computeLevels(
  account: Pick<NoticeAccount, 'usageLimitEnabled' | 'monthlyMinuteLimit' | 'subscriptionStatus'>,
  usedMinutes: number,
): UsageNoticeLevel[] {
  const allowance = minuteAllowance(account);
  return allowance ? reachedNoticeLevels(usedMinutes, allowance.minutes) : [];
}
