import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { LetterReadersRepository } from '@ringwell/database/accounts/members/letter-readers.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { WeeklyLetterContentsRepository } from '@ringwell/database/weekly-letters/weekly-letter-contents.repository';
import { companyOrPersonName } from '@ringwell/domain/accounts/company-or-person-name';
import { readHiddenDetails } from '@ringwell/domain/deliveries/hidden-details';
import { conflict, invalid, unavailable } from '@ringwell/domain/errors/app-error';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import { getLastMonday } from '@ringwell/domain/weekly-letters/report-period';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';
import { hideLetterDetails } from '@ringwell/rules/weekly-letters/hide-letter-details';
import { renderLetterMail, type LetterMail } from '@ringwell/rules/weekly-letters/letter-mail';
import { createLetterText } from '@ringwell/rules/weekly-letters/letter-text';

import { accountNotActive } from '../auth/access/account-not-active';
import { visibleAccountId } from '../auth/access/visible-account';
import type { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import type { Principal } from '../auth/principal/principal';
import type { WeeklyLetterTestDto } from './weekly-letter.dto';

/** Previews the letter about last week and sends test copies. The workers send the real letters. */
@Injectable()
export class WeeklyLetterService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly contents: WeeklyLetterContentsRepository,
    private readonly readers: LetterReadersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async preview(principal: Principal): Promise<LetterMail & { week: string }> {
    const { accountId } = principal;
    const { account, owner, settings } = (await this.accounts.findDetails(accountId)) ?? {};
    const timeZone = settings?.timeZone ?? DEFAULT_TIME_ZONE;
    const week = getLastMonday(timeZone);
    const publicUrl = getPublicUrl(this.config);
    const productName = this.config.PRODUCT_NAME;
    const letter = await this.contents.read(visibleAccountId(principal), week, timeZone);
    const mail = renderLetterMail(
      createLetterText(settings ? hideLetterDetails(letter, readHiddenDetails(settings)) : letter, publicUrl),
      {
        productName,
        accountName: toOneLine((account && owner && companyOrPersonName(account, owner)) ?? productName),
        isTest: false,
        // In the real letter, each reader gets their own link.
        unsubscribeUrl: `${publicUrl}/account`,
      },
    );
    return { week, ...mail };
  }

  /** @throws AppError `IMPERSONATING`, `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_DISABLED`, `NOT_CONNECTED`, `MAIL_UNAVAILABLE` */
  async sendTest(caller: Caller): Promise<WeeklyLetterTestDto> {
    requireSid(caller);
    const { accountId } = caller;
    await this.assertSendable(caller);
    const address = await this.findReaderAddress(caller);
    const week = getLastMonday(await this.accounts.findTimeZone(accountId));
    await this.unitOfWork.run(async ({ weeklyLetters, deliveries, activity }) => {
      const letterId = await weeklyLetters.addTest({ accountId, week });
      const message = { channel: 'email', destination: address, destinationHash: destinationHash(address) } as const;
      await deliveries.planMessages(accountId, [message], { weeklyLetterId: letterId });
      await activity.record(caller.actor, {
        action: 'Connection tested',
        description: `The weekly letter was sent to ${address} as a test.`,
        accountId,
      });
    });
    this.dispatcher.notify();
    return { address };
  }

  // Rejects a test that the worker wouldn't send.
  private async assertSendable({ accountId, status }: Principal): Promise<void> {
    if (this.config.SMTP_URL === undefined) {
      throw unavailable('MAIL_UNAVAILABLE', "Email isn't available yet. Contact support.");
    }
    if (status !== 'active') throw accountNotActive('send messages');
    const settings = await this.accounts.findSettings(accountId);
    if (!settings?.active) {
      throw conflict(
        'ACCOUNT_DISABLED',
        'Call processing is turned off, so nothing is sent. Turn it on in Settings first.',
      );
    }
  }

  // Tests are only sent to account members, because a letter quotes the account's customers.
  private async findReaderAddress({ accountId, userId }: Principal): Promise<string> {
    const reader = await this.readers.find(accountId, userId);
    if (reader?.email) return reader.email;
    throw invalid('NOT_CONNECTED', 'Your account has no email address. Ask an administrator to add one.');
  }
}
