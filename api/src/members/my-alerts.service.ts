import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { MailSuppressionsRepository } from '@ringwell/database/deliveries/mail-suppressions.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { CALL_LABELS } from '@ringwell/domain/calls/call-label';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import type { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import type { Principal } from '../auth/principal/principal';
import { validationFailed } from '../http/request/strict-validation.pipe';
import type { ChangeMemberAlertsDto, MemberAlertsDto } from './dto/member-alerts.dto';
import { memberNotFound } from './members.service';

/** Manages the emails a member receives in addition to the account's. */
@Injectable()
export class MyAlertsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly accounts: AccountsRepository,
    private readonly suppressions: MailSuppressionsRepository,
    private readonly dispatcher: DispatcherNotifier,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `MEMBER_NOT_FOUND` */
  async get({ accountId, userId }: Principal): Promise<MemberAlertsDto> {
    const { alerts, reader } = await this.unitOfWork.run(async ({ members, letterReaders }) => ({
      alerts: await members.findAlerts(accountId, userId),
      reader: await letterReaders.find(accountId, userId),
    }));
    const [user, settings] = await Promise.all([this.users.findById(userId), this.accounts.findSettings(accountId)]);
    if (!alerts || !reader || !user || !settings) throw memberNotFound();
    return {
      ...alerts,
      weeklyLetter: reader.wantsLetter,
      address: user.email,
      timeZone: settings.timeZone ?? DEFAULT_TIME_ZONE,
      reviewAlertsEnabled: settings.reviewAlertsEnabled,
      isMailSetUp: this.config.SMTP_URL !== undefined,
      isUnsubscribed: user.email !== null && (await this.suppressions.isUnsubscribed(accountId, user.email)),
    };
  }

  /**
   * Saves the alerts. Emails waiting for the previous quiet hours to end are checked again immediately.
   * @throws AppError `MEMBER_NOT_FOUND`, `IMPERSONATING`, `VALIDATION_FAILED` when quiet hours end at their start time
   */
  async change(caller: Caller, { labels, quietHours, weeklyLetter }: ChangeMemberAlertsDto): Promise<MemberAlertsDto> {
    requireSid(caller);
    if (quietHours && quietHours.from === quietHours.until)
      throw validationFailed([{ field: 'quietHours.until', message: 'Choose a time other than the start time.' }]);
    const { accountId, userId } = caller;
    const address = await this.unitOfWork.run(async ({ members, letterReaders, users, activity }) => {
      const user = await users.findById(userId);
      if (!user) throw memberNotFound();
      const sortedLabels = CALL_LABELS.filter((label) => labels.includes(label));
      await members.changeAlerts(accountId, userId, { labels: sortedLabels, quietHours });
      const reader = await letterReaders.find(accountId, userId);
      // If the value is unchanged, the subscription keeps following the member's role.
      if (weeklyLetter !== undefined && weeklyLetter !== reader?.wantsLetter)
        await letterReaders.setSubscribed(accountId, userId, weeklyLetter);
      await activity.record(caller.actor, {
        action: 'Settings updated',
        description: `${userDisplayName(user)} changed their own alerts.`,
        accountId,
        metadata: { targetUserId: userId },
      });
      return user.email;
    });
    // Must run after the commit; see DeliverySenderService.
    if (address !== null) await this.unitOfWork.run(({ deliveries }) => deliveries.endQuietHours(accountId, address));
    this.dispatcher.notify();
    return this.get(caller);
  }
}
