import { hideCustomer, type HiddenDetails } from '@ringwell/domain/deliveries/hidden-details';
import type { LetterQuote, WeeklyLetter } from '@ringwell/domain/weekly-letters/weekly-letter';

import { hideDetails } from '../hidden-details/hide-details';

interface LetterCustomer {
  customerName: string | null;
  callerName?: string | null;
  agentName?: string | null;
}

export function hideLetterDetails(letter: WeeklyLetter, hidden: HiddenDetails): WeeklyLetter {
  const { unhappy, promises, praise } = letter;
  return {
    ...letter,
    unhappy: unhappy.map((customer) => ({
      ...hideInCustomer(customer, hidden),
      instruction: hideInText(customer.instruction, customer, hidden),
      quote: hideInQuote(customer.quote, customer, hidden),
    })),
    promises: {
      ...promises,
      brokenItems: promises.brokenItems.map((promise) => ({
        ...hideInCustomer(promise, hidden),
        promise: hideInText(promise.promise, promise, hidden),
      })),
    },
    praise: praise && {
      ...praise,
      customerName: hideCustomer({ name: praise.customerName, phone: null }, hidden).name,
      quote: { ...praise.quote, text: hideInText(praise.quote.text, praise, hidden) },
    },
  };
}

function hideInCustomer<T extends { customerName: string | null; phone: string | null }>(
  customer: T,
  hidden: HiddenDetails,
): T {
  const { name: customerName, phone } = hideCustomer({ name: customer.customerName, phone: customer.phone }, hidden);
  return { ...customer, customerName, phone };
}

function hideInQuote(quote: LetterQuote | null, customer: LetterCustomer, hidden: HiddenDetails): LetterQuote | null {
  return quote && { ...quote, text: hideInText(quote.text, customer, hidden) };
}

function hideInText<T extends string | null>(text: T, customer: LetterCustomer, hidden: HiddenDetails): T | string {
  const { customerName, callerName = null, agentName } = customer;
  return text === null ? text : hideDetails(text, hidden, { customers: [customerName, callerName], agent: agentName });
}
