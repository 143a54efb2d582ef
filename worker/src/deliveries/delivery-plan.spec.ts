import { AccountSettings } from '@ringwell/database/entities/account-settings.entity';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';

import { planDeliveries } from './delivery-plan';

const ALL: DeliveryChannelName[] = ['slack', 'teams', 'google_chat', 'email'];
const settings = (overrides: Partial<AccountSettings>): AccountSettings => Object.assign(new AccountSettings(), {
  slackEnabled: true, slackChannel: '#calls', slackPositiveSentiment: true, slackNeutralSentiment: false, slackNegativeSentiment: true,
  emailEnabled: true, emailAddress: ['a@example.com', 'b@example.com', 'a@example.com'],
  emailPositiveSentiment: false, emailNeutralSentiment: false, emailNegativeSentiment: true, ...overrides,
});
const call = { source: 'n8n', runNumber: 1 } as const;
const plan = (...args: Parameters<typeof planDeliveries>): string[] => planDeliveries(...args).map(({ channel, destination }) => `${channel} ${destination}`);

describe('planDeliveries', () => {
  it('follows each channel\'s switch and its flag for the label', () => {
    expect(plan(call, settings({}), 'negative', ALL)).toEqual(['slack #calls', 'email a@example.com', 'email b@example.com']);
    expect(plan(call, settings({}), 'positive', ALL)).toEqual(['slack #calls']);
    expect(plan(call, settings({}), 'neutral', ALL)).toEqual([]);
    expect(plan(call, settings({ slackEnabled: false }), 'positive', ALL)).toEqual([]);
  });

  it('puts alerts about unhappy customers first', () => {
    expect(planDeliveries(call, settings({}), 'negative', ALL)[0]?.priority).toBeGreaterThan(planDeliveries(call, settings({}), 'positive', ALL)[0]?.priority ?? 0);
  });

  it('plans nothing for demo calls, for calls that are processed again, and for channels that cannot be sent on', () => {
    expect(plan({ ...call, source: 'demo' }, settings({}), 'negative', ALL)).toEqual([]);
    expect(plan({ ...call, runNumber: 2 }, settings({}), 'negative', ALL)).toEqual([]);
    expect(plan(call, settings({}), 'negative', ['email'])).toEqual(['email a@example.com', 'email b@example.com']);
  });
});
