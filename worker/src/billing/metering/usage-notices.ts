import { Inject, Injectable } from '@nestjs/common';

import {
  UsageNoticesRepository,
  type AccountPeriod,
  type NoticeAccount,
} from '@ringwell/database/billing/usage-notices.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { minuteAllowance, reachedNoticeLevels, type UsageNoticeLevel } from '@ringwell/domain/usage-notice-levels';
import { currentUsagePeriod } from '@ringwell/domain/usage-period';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { publicUrlOf } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { LeaderElectionService } from '../../leader/leader-election.service';
import { LeaderLoop } from '../../leader/leader-loop';
import { Mailer } from '../../mail/mailer';
import { usageNoticeMail } from './usage-notice-mail';

const INTERVAL_MS = 60_000;

/**
 * Writes to accounts that have used 50, 80 or 100 percent of their month's minutes, when this worker leads and a mail server is set.
 * Of several levels that are reached at once, only the highest is told. Each is told once a month, unless a higher limit puts
 * usage below it: then it is told again when usage reaches it again, so that nobody's calls stop unannounced.
 */
@Injectable()
export class UsageNotices extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly notices: UsageNoticesRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: INTERVAL_MS, failure: 'People could not be told of their usage.' });
  }

  override onApplicationBootstrap(): void {
    if (this.mailer.isAvailable) super.onApplicationBootstrap();
  }

  /** Looks at all accounts. @returns how many were written to */
  async tellAll(now = new Date()): Promise<number> {
    const accounts = await this.notices.listAccounts();
    const periods = accounts.map((account) => ({
      userId: account.userId,
      period: currentUsagePeriod(account, account, now),
    }));
    const usage = await this.notices.listUsage(periods);
    let told = 0;
    for (const [index, account] of accounts.entries()) {
      const { minutes, levels } = usage[index] ?? { minutes: 0, levels: [] };
      const period = periods[index];
      if (this.isStopping || !period) return told;
      if (levelsOf(account, minutes).join() !== levels.join() && (await this.tell(period, now))) told += 1;
    }
    return told;
  }

  protected override async pass(): Promise<void> {
    await this.tellAll();
  }

  /** The mail and the note that it was written are one transaction. All is read again under the account's lock. */
  private tell({ userId }: AccountPeriod, now: Date): Promise<boolean> {
    return this.unitOfWork.run(async ({ users, usageNotices, mails }) => {
      const user = await users.lock(userId);
      const settings = user && (await users.findSettings(userId));
      if (!settings || !user.email || !user.isActive || user.status !== 'active') return false;
      const account = { userId, period: currentUsagePeriod(user, settings, now) };
      const [usage] = await usageNotices.listUsage([account]);
      const usedMinutes = usage?.minutes ?? 0;
      const reached = levelsOf(settings, usedMinutes);
      await usageNotices.replaceLevels(account, reached);
      const allowance = minuteAllowance(settings);
      const level = reached.at(-1);
      if (!allowance || level === undefined || usage?.levels.includes(level)) return false;
      const { PRODUCT_NAME: productName } = this.config;
      const mail = usageNoticeMail({
        productName,
        publicUrl: publicUrlOf(this.config),
        firstName: user.firstName,
        level,
        usedMinutes,
        allowance,
        resetsAt: account.period.endsAt,
      });
      await mails.enqueue({ ...mail, recipient: user.email });
      this.logger.info({ userId, level }, 'Somebody is told of their usage.');
      return true;
    });
  }
}

/** None for an account without minutes to go by. */
function levelsOf(
  account: Pick<NoticeAccount, 'usageLimitEnabled' | 'monthlyMinuteLimit' | 'subscriptionStatus'>,
  usedMinutes: number,
): UsageNoticeLevel[] {
  const allowance = minuteAllowance(account);
  return allowance ? reachedNoticeLevels(usedMinutes, allowance.minutes) : [];
}
