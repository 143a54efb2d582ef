import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { businessHours } from '@ringwell/database/follow-ups/concluded-call';
import { AppError } from '@ringwell/domain/app-error';
import { NEXT_TRY_MINUTES } from '@ringwell/domain/follow-up';
import {
  addBusinessMinutes,
  officeDay,
  type BusinessHours,
  type OfficeDay,
} from '@ringwell/platform/calendar/business-hours';

export interface Office {
  hours: BusinessHours;
  /** Today. */
  day: OfficeDay;
}

/** When the office of an account is open. */
@Injectable()
export class OfficeService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** @throws AppError `ACCOUNT_NOT_FOUND` */
  async find(accountId: string): Promise<Office> {
    const settings = await this.accounts.findSettings(accountId);
    if (!settings)
      throw new AppError({ kind: 'not_found', code: 'ACCOUNT_NOT_FOUND', message: 'This account was deleted.' });
    const hours = businessHours(settings);
    return { hours, day: officeDay(new Date(), hours) };
  }

  /** When to try again to reach a customer who has not answered now. */
  async nextTry(accountId: string): Promise<Date> {
    const { hours } = await this.find(accountId);
    return addBusinessMinutes(new Date(), NEXT_TRY_MINUTES, hours);
  }
}
