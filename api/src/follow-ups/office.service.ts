import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { DEFAULT_BUSINESS_WEEK } from '@ringwell/domain/accounts/business-week';
import { NEXT_TRY_MINUTES } from '@ringwell/domain/follow-ups/follow-up';
import {
  addBusinessMinutes,
  getOfficeDay,
  type BusinessHours,
  type OfficeDay,
} from '@ringwell/rules/calendar/business-hours';
import { getBusinessHours } from '@ringwell/rules/follow-ups/plan-follow-up';

const DEFAULT_SETTINGS = { businessWeek: DEFAULT_BUSINESS_WEEK, holidays: [], timeZone: null };

export interface Office {
  hours: BusinessHours;
  day: OfficeDay;
}

@Injectable()
export class OfficeService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** Falls back to the default hours if the account doesn't exist, as for demo accounts (see `visibleAccountId`). */
  async find(accountId: string): Promise<Office> {
    const hours = getBusinessHours((await this.accounts.findSettings(accountId)) ?? DEFAULT_SETTINGS);
    return { hours, day: getOfficeDay(new Date(), hours) };
  }

  /** Returns when to call a customer again after an unanswered callback. */
  async getNextTryTime(accountId: string): Promise<Date> {
    const { hours } = await this.find(accountId);
    return addBusinessMinutes(new Date(), NEXT_TRY_MINUTES, hours);
  }
}
