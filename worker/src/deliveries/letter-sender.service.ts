import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';

import { LetterReadersRepository } from '@ringwell/database/accounts/letter-readers.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { WeeklyLetterContentsRepository } from '@ringwell/database/weekly-letters/weekly-letter-contents.repository';
import { WeeklyLettersRepository } from '@ringwell/database/weekly-letters/weekly-letters.repository';
import { AppError } from '@ringwell/domain/app-error';
import { readHiddenDetails } from '@ringwell/domain/hidden-details';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import type { WorkerConfig } from '@ringwell/platform/config/settings';
import { hideInLetter } from '@ringwell/platform/weekly-letter/hide-in-letter';
import { letterView } from '@ringwell/platform/weekly-letter/letter-view';

import {
  hasBeenRepeated,
  suppressedAs,
  UNCONFIRMED,
  type AttemptOutcome,
  type DeliveryChannel,
  type SendOptions,
  type Suppression,
} from './delivery-channel';
import { DeliveryPolicyService, LETTER_NOT_WANTED } from './delivery-policy.service';
import { MessageComposerService } from './message-composer.service';

const LETTER_EXPIRED: Suppression = {
  code: 'LETTER_EXPIRED',
  message: "The weekly letter couldn't be sent on its Monday, so it wasn't sent at all.",
};

/** Makes one attempt of a message with a weekly letter. */
@Injectable()
export class LetterSenderService {
  constructor(
    private readonly messages: MessageComposerService,
    private readonly letters: WeeklyLettersRepository,
    private readonly contents: WeeklyLetterContentsRepository,
    private readonly readers: LetterReadersRepository,
    private readonly policy: DeliveryPolicyService,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'PUBLIC_URL' | 'PORT'>,
  ) {}

  async attempt(
    delivery: Delivery,
    letterId: string,
    channel: DeliveryChannel,
    options: SendOptions,
  ): Promise<AttemptOutcome> {
    const { accountId } = delivery;
    const [message, letter, reader] = await Promise.all([
      this.messages.composeTest(delivery),
      this.letters.find(accountId, letterId),
      delivery.channel === 'email' ? this.readers.findByAddress(accountId, delivery.destination) : null,
    ]);
    if (!letter) throw letterMissing();
    const timeZone = message.settings.timeZone ?? DEFAULT_TIME_ZONE;
    if (!letter.isTest && isOfEarlierDay(delivery, timeZone)) return suppressedAs(LETTER_EXPIRED);
    const suppression = this.policy.letterSuppression(delivery.channel, message);
    if (suppression) return suppressedAs(suppression);
    const isWanted = delivery.channel !== 'email' || (reader && (letter.isTest || reader.wantsLetter));
    if (!isWanted) return suppressedAs(LETTER_NOT_WANTED);
    if (hasBeenRepeated(delivery)) return UNCONFIRMED;
    const contents = await this.contents.read(accountId, letter.week, timeZone);
    const { isTest } = letter;
    const shown = hideInLetter(contents, readHiddenDetails(message.settings));
    const view = letterView(shown, getPublicUrl(this.config));
    return {
      state: 'sent',
      ...(await channel.sendLetter({ ...message, view, isTest, readerId: reader?.userId ?? null }, options)),
    };
  }
}

// A letter is planned on the Monday after its week.
function isOfEarlierDay({ createdAt }: Delivery, timeZone: string): boolean {
  const dayOf = (time: Date): string => DateTime.fromJSDate(time, { zone: timeZone }).toISODate() ?? '';
  return dayOf(createdAt) < dayOf(new Date());
}

function letterMissing(): AppError {
  return new AppError({ kind: 'not_found', code: 'LETTER_MISSING', message: 'This letter no longer exists.' });
}
