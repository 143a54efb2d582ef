import { DateTime } from 'luxon';

import type {
  CustomerNote,
  CustomerPromise,
  ListedCustomer,
  MonthlyLabel,
} from '@ringwell/database/customers/customer-lists.repository';
import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';
import { promiseState } from '@ringwell/domain/customers/customer';

import { toDto } from '../http/response/to-dto';
import { CustomerDto, LABEL_FIELDS, type CustomerDetailsDto, type LabelCounts } from './dto/customer.dto';

const MONTH_COUNT = 12;

export function customerView(customer: ListedCustomer): CustomerDto {
  const { keys, lastLabel } = customer;
  return toDto(CustomerDto, customer, {
    phones: extractByPrefix(keys, 'tel:'),
    references: extractByPrefix(keys, 'id:'),
    label: lastLabel && CALL_LABEL_NAMES[lastLabel],
  });
}

function extractByPrefix(keys: readonly string[], prefix: string): string[] {
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

export function getFirstMonth(timeZone: string): Date {
  return listMonthsUntilNow(timeZone)[0]?.toJSDate() ?? new Date();
}

function listMonthsUntilNow(timeZone: string): DateTime[] {
  const currentMonth = DateTime.now().setZone(timeZone).startOf('month');
  return Array.from({ length: MONTH_COUNT }, (_, index) => currentMonth.minus({ months: MONTH_COUNT - 1 - index }));
}

export function monthsView(monthlyLabels: readonly MonthlyLabel[], timeZone: string): CustomerDetailsDto['months'] {
  return listMonthsUntilNow(timeZone).map((start) => {
    const month = start.toFormat('yyyy-MM');
    const counts: LabelCounts = { positive: 0, neutral: 0, negative: 0, needsReview: 0 };
    for (const { label, calls } of monthlyLabels.filter((each) => each.month === month))
      counts[LABEL_FIELDS[label]] = calls;
    return { month, ...counts };
  });
}

export function promisesView(promises: readonly CustomerPromise[]): CustomerDetailsDto['promises'] {
  return promises.flatMap((promise) => {
    const state = promiseState(promise, new Date());
    if (state === null) return [];
    const { id, callId, what, openedAt, dueAt } = promise;
    return [
      {
        followUpId: id,
        callId,
        what: what || null,
        promisedAt: openedAt.toISOString(),
        dueAt: dueAt.toISOString(),
        state,
      },
    ];
  });
}

export function notesView(notes: readonly CustomerNote[]): CustomerDetailsDto['notes'] {
  return notes.map(({ id, at, actor, note, followUpId }) => ({ id, at: at.toISOString(), actor, note, followUpId }));
}
