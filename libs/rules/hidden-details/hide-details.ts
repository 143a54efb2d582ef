import {
  hiddenPlaceholder,
  hideCustomer,
  type HiddenDetails,
  type HiddenSpan,
} from '@ringwell/domain/deliveries/hidden-details';

import { findAddresses } from './find-addresses';
import { findNames, type PartyNames } from './find-names';
import { findPhoneNumbers } from './find-phone-numbers';

/**
 * Replaces the details that an account hides with `[phone number]`, `[name]` and `[address]`. Best effort: unusual
 * phrasing is missed. Runs in linear time.
 * @param text a summary, a quote or a note
 * @param names the people on the call
 */
export function hideDetails(text: string, hidden: HiddenDetails, names: PartyNames): string {
  const spans = [
    ...(hidden.addresses ? findAddresses(text) : []),
    ...(hidden.phoneNumbers ? findPhoneNumbers(text) : []),
    ...(hidden.names ? findNames(text, names) : []),
  ];
  return spans.length === 0 ? text : replaceSpans(text, spans);
}

export function hideInFollowUp<
  T extends { customer: { name: string | null; phone: string | null }; callerName: string | null; why: string },
>(followUp: T, hidden: HiddenDetails): T {
  const { customer, callerName, why } = followUp;
  return {
    ...followUp,
    customer: { ...customer, ...hideCustomer(customer, hidden) },
    why: hideDetails(why, hidden, { customers: [customer.name, callerName] }),
  };
}

// Replaces the spans; of overlapping spans, the first wins and extends to the end of the longest.
function replaceSpans(text: string, spans: HiddenSpan[]): string {
  let result = '';
  let end = 0;
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start < end) {
      end = Math.max(end, span.end);
      continue;
    }
    result += text.slice(end, span.start) + hiddenPlaceholder(span.kind);
    end = span.end;
  }
  return result + text.slice(end);
}
