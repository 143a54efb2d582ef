import { findIneligibilityReason, type EligibilityRules } from './call-eligibility';

const RULES: EligibilityRules = {
  inboundCallsEnabled: true,
  inboundMinCallTime: 60,
  outboundCallsEnabled: true,
  outboundMinCallTime: 90,
};
const INBOUND_OFF = { inboundCallsEnabled: false };
const OUTBOUND_OFF = { outboundCallsEnabled: false };
const NO_MINIMUM = { inboundMinCallTime: 0, outboundMinCallTime: 0 };

describe('findIneligibilityReason', () => {
  it.each([
    // Direction switches, with an unknown length
    ['inbound', null, {}, null],
    ['inbound', null, INBOUND_OFF, 'direction_disabled'],
    ['inbound', null, OUTBOUND_OFF, null],
    ['outbound', null, {}, null],
    ['outbound', null, OUTBOUND_OFF, 'direction_disabled'],
    ['outbound', null, INBOUND_OFF, null],
    [null, null, {}, null],
    [null, null, { ...INBOUND_OFF, ...OUTBOUND_OFF }, null],
    // Minimum lengths, at and around the limit
    ['inbound', 0, {}, 'too_short'],
    ['inbound', 59, {}, 'too_short'],
    ['inbound', 59.99, {}, 'too_short'],
    ['inbound', 60, {}, null],
    ['inbound', 60.01, {}, null],
    ['outbound', 0, {}, 'too_short'],
    ['outbound', 60, {}, 'too_short'],
    ['outbound', 89.99, {}, 'too_short'],
    ['outbound', 90, {}, null],
    ['outbound', 90.01, {}, null],
    [null, 0, {}, null],
    [null, 59, {}, null],
    // Each direction has its own minimum, and 0 excludes nothing
    ['inbound', 59, { inboundMinCallTime: 59 }, null],
    ['inbound', 59, { outboundMinCallTime: 59 }, 'too_short'],
    ['outbound', 89, { outboundMinCallTime: 89 }, null],
    ['outbound', 89, { inboundMinCallTime: 89 }, 'too_short'],
    ['inbound', 0, NO_MINIMUM, null],
    ['outbound', 0, NO_MINIMUM, null],
    // Direction switch and minimum together
    ['inbound', 59, INBOUND_OFF, 'direction_disabled'],
    ['inbound', 60, INBOUND_OFF, 'direction_disabled'],
    ['outbound', 89, OUTBOUND_OFF, 'direction_disabled'],
    ['outbound', 90, OUTBOUND_OFF, 'direction_disabled'],
    ['inbound', 60, OUTBOUND_OFF, null],
    ['outbound', 90, INBOUND_OFF, null],
    ['inbound', 59, OUTBOUND_OFF, 'too_short'],
    ['outbound', 89, INBOUND_OFF, 'too_short'],
    [null, 0, { ...INBOUND_OFF, ...OUTBOUND_OFF }, null],
  ] as const)('given %s, %p seconds and %j, returns %p', (direction, durationSeconds, overrides, expected) => {
    expect(findIneligibilityReason({ ...RULES, ...overrides }, direction, durationSeconds)).toBe(expected);
  });
});
