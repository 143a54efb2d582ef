import type { DeliveryMessageParts } from '@ringwell/testing/make-delivery-message';

/** A call in an account that hides all personal details in chat and email. */
export const REDACTED_CALL: DeliveryMessageParts = {
  agentName: 'Paul Ruiz',
  settings: { hidePhoneNumbers: true, hideNames: true, hideAddresses: true },
  analysis: {
    summary:
      'Dana Whitfield of 4211 Oak Street, Austin, TX 78701 told Paul Ruiz that the heater (job 4471) is leaking.',
    keyPoints: ['Her cell is five one two, five five five, zero one nine nine', 'She paid $99 on November 25'],
    followUp: { needed: true, what: 'Call Dana at 512-555-0199.' },
  },
};

/** Checks that a chat message or email hides the details of `REDACTED_CALL`. */
export function expectDetailsHidden(messageText: string): void {
  expect(messageText).toContain('Unhappy customer: [name]');
  expect(messageText).toContain('[name] of [address] told Paul Ruiz that the heater (job 4471) is leaking.');
  expect(messageText).toContain('Her cell is [phone number]');
  expect(messageText).toContain('Call [name] at [phone number].');
  expect(messageText).toContain('She paid $99 on November 25');
  expect(messageText).not.toMatch(/Dana|Whitfield(?! Plumbing)|Oak|78701|0142|0199|zero one/);
}
