import { formatPhone, isWithheld } from '@ringwell/domain/customers/phone';
import { describeDue } from '@ringwell/domain/follow-ups/due-text';

import { MAX_NAME_LENGTH } from '../../auth/current-user/name.decorator';
import { formPage, type FormFailure } from '../../auth/pages/form-page';
import { messagePage, type PageLink } from '../../auth/pages/message-page';
import type { LinkedFollowUp } from './follow-up-links.service';

const E164 = /^\+\d{5,15}$/;

/** Requires a click to take the follow-up, because link scanners also open links. */
export function takeFollowUpPage(
  productName: string,
  token: string,
  linked: LinkedFollowUp,
  { name = '', failure }: { name?: string; failure?: FormFailure } = {},
): string {
  const { followUp, address } = linked;
  return formPage({
    productName,
    title: `Call back ${customerLabel(linked)}?`,
    intro: [secondaryPhone(linked), followUp.why, dueText(linked)].filter(Boolean).map(endWithPeriod).join(' '),
    failure,
    action: `/api/follow-up-links/${token}`,
    fields:
      address === null
        ? [
            {
              name: 'name',
              label: 'Your name',
              type: 'text',
              autocomplete: 'name',
              value: name,
              hint: 'Your team will see who took it.',
              maxLength: MAX_NAME_LENGTH,
            },
          ]
        : [],
    submitLabel: "I'm on it",
    links: [followUpLink(linked)],
  });
}

export function confirmationPage(productName: string, linked: LinkedFollowUp): string {
  const { phone } = linked.followUp.customer;
  const callLinks: PageLink[] =
    phone !== null && E164.test(phone) ? [{ href: `tel:${phone}`, text: `Call ${formatPhone(phone)}` }] : [];
  const [firstLink, ...otherLinks] = [...callLinks, followUpLink(linked)];
  return messagePage({
    productName,
    title: "You're on it",
    // Taking a follow-up ends its snooze.
    message: [`${customerLabel(linked, 'This customer')} is waiting for your call`, dueText(linked, null)]
      .filter(Boolean)
      .map(endWithPeriod)
      .join(' '),
    role: 'status',
    links: [firstLink ?? followUpLink(linked), ...otherLinks],
  });
}

/** Says who already took or closed the follow-up, or used the link. */
export function alreadyTakenPage(productName: string, linked: LinkedFollowUp, message: string): string {
  return messagePage({
    productName,
    title: 'Nothing was changed',
    message,
    links: [followUpLink(linked)],
  });
}

function customerLabel({ followUp: { customer } }: LinkedFollowUp, unknownLabel = 'this customer'): string {
  const { name, phone } = customer;
  return name ?? (phone === null || isWithheld(phone) ? unknownLabel : formatPhone(phone));
}

function secondaryPhone(linked: LinkedFollowUp): string | null {
  const { phone } = linked.followUp.customer;
  return phone === null || formatPhone(phone) === customerLabel(linked) ? null : formatPhone(phone);
}

function dueText({ followUp, timeZone }: LinkedFollowUp, snoozedUntil = followUp.snoozedUntil): string | null {
  return describeDue({ ...followUp, snoozedUntil }, new Date(), timeZone);
}

function endWithPeriod(text: string | null): string {
  return /[.!?…]$/.test(text ?? '') ? (text ?? '') : `${text ?? ''}.`;
}

function followUpLink({ followUp }: LinkedFollowUp): PageLink {
  return { href: `/follow-ups/${followUp.id}`, text: 'Open the follow-up' };
}
