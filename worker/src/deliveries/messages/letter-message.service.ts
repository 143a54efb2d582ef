import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';

import { LetterReadersRepository } from '@ringwell/database/accounts/members/letter-readers.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { WeeklyLetterContentsRepository } from '@ringwell/database/weekly-letters/weekly-letter-contents.repository';
import { WeeklyLettersRepository } from '@ringwell/database/weekly-letters/weekly-letters.repository';
import { readHiddenDetails } from '@ringwell/domain/deliveries/hidden-details';
import { notFound } from '@ringwell/domain/errors/app-error';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import { hideLetterDetails } from '@ringwell/rules/weekly-letters/hide-letter-details';
import { createLetterText } from '@ringwell/rules/weekly-letters/letter-text';

import {
  wasResent,
  toSuppressedOutcome,
  UNCONFIRMED,
  type AttemptOutcome,
  type Suppression,
} from '../delivery-channel';
import { DeliveryPolicyService, LETTER_NOT_WANTED } from '../delivery-policy.service';
import type { Attempt } from './message';
import { MessageContextService } from './message-context.service';

const LETTER_EXPIRED: Suppression = {
  code: 'LETTER_EXPIRED',
  message: "The weekly letter couldn't be sent on Monday, so it wasn't sent at all.",
};

@Injectable()
export class LetterMessageService {
  constructor(
    private readonly context: MessageContextService,
    private readonly letters: WeeklyLettersRepository,
    private readonly contents: WeeklyLetterContentsRepository,
    private readonly readers: LetterReadersRepository,
    private readonly policy: DeliveryPolicyService,
  ) {}

  async attempt({ delivery, channel, options }: Attempt, letterId: string): Promise<AttemptOutcome> {
    const { accountId } = delivery;
    const [context, letter, reader] = await Promise.all([
      this.context.load(delivery),
      this.letters.find(accountId, letterId),
      delivery.channel === 'email' ? this.readers.findByAddress(accountId, delivery.destination) : null,
    ]);
    if (!letter) throw notFound('LETTER_MISSING', 'This letter no longer exists.');
    const timeZone = context.settings.timeZone ?? DEFAULT_TIME_ZONE;
    if (!letter.isTest && isFromEarlierDay(delivery, timeZone)) return toSuppressedOutcome(LETTER_EXPIRED);
    const suppression = this.policy.findLetterSuppression(delivery.channel, context);
    if (suppression) return toSuppressedOutcome(suppression);
    const isWanted = delivery.channel !== 'email' || (reader && (letter.isTest || reader.wantsLetter));
    if (!isWanted) return toSuppressedOutcome(LETTER_NOT_WANTED);
    if (wasResent(delivery)) return UNCONFIRMED;
    const contents = await this.contents.read(accountId, letter.week, timeZone);
    const { isTest } = letter;
    const visibleContents = hideLetterDetails(contents, readHiddenDetails(context.settings));
    const view = createLetterText(visibleContents, this.context.publicUrl);
    return {
      state: 'sent',
      ...(await channel.sendLetter({ ...context, view, isTest, readerId: reader?.userId ?? null }, options)),
    };
  }
}

// A letter is planned for the Monday after its week.
function isFromEarlierDay({ createdAt }: Delivery, timeZone: string): boolean {
  const toLocalDate = (time: Date): string => DateTime.fromJSDate(time, { zone: timeZone }).toISODate() ?? '';
  return toLocalDate(createdAt) < toLocalDate(new Date());
}
