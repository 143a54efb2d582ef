import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';

import { ChannelRegistry } from './channel-registry';
import { DeliveryChannel, type Suppression, type Verification } from './delivery-channel';
import { planDeliveries, type CompletedCall } from './delivery-plan';
import { DeliveryPolicyService } from './delivery-policy.service';

class SilentChannel extends DeliveryChannel {
  constructor(
    override readonly name: DeliveryChannelName,
    private readonly reason: Suppression | null = null,
  ) {
    super();
  }

  override get unavailable(): Suppression | null {
    return this.reason;
  }

  override send(): Promise<object> {
    return Promise.resolve({});
  }

  override verify(): Promise<Verification> {
    return Promise.resolve('give_up');
  }
}

const NO_MAIL: Suppression = { code: 'MAIL_UNAVAILABLE', message: "Email isn't set up." };
const settings = (overrides: Partial<AccountSettings> = {}): AccountSettings =>
  Object.assign(new AccountSettings(), {
    active: true,
    addOns: [],
    reviewAlertsEnabled: true,
    sealedWebhookUrl: null,
    serviceTitanClientId: null,
    sealedServiceTitanClientSecret: null,
    slackEnabled: true,
    slackChannel: '#calls',
    slackPositiveSentiment: true,
    slackNeutralSentiment: false,
    slackNegativeSentiment: true,
    emailEnabled: true,
    emailAddress: ['a@example.com', 'b@example.com', 'a@example.com'],
    emailLabels: {},
    emailPositiveSentiment: false,
    emailNeutralSentiment: false,
    emailNegativeSentiment: true,
    ...overrides,
  });
const CONNECTED = { sealedWebhookUrl: 'sealed', serviceTitanClientId: 'cid', sealedServiceTitanClientSecret: 'sealed' };
const CALL = { source: 'n8n' as const, resultRunNumber: null, occurredAt: null, createdAt: new Date() };
const completed = (overrides: Partial<CompletedCall> = {}): CompletedCall => ({
  call: CALL,
  account: { serviceTitanTenant: null },
  settings: settings(),
  memberAlerts: [],
  analysis: { sentiment: 'negative', needsReview: false },
  ...overrides,
});
const policy = ({
  stripeKey,
  mail = null,
}: { stripeKey?: string; mail?: Suppression | null } = {}): DeliveryPolicyService =>
  new DeliveryPolicyService(
    new ChannelRegistry([
      ...(['slack', 'teams', 'google_chat', 'servicetitan', 'webhook'] as const).map((name) => new SilentChannel(name)),
      new SilentChannel('email', mail),
    ]),
    { STRIPE_SECRET_KEY: stripeKey } as WorkerConfig,
  );
const plan = (...args: Parameters<typeof planDeliveries>): string[] =>
  planDeliveries(...args).map(({ channel, destination, errorCode }) =>
    [channel, destination, errorCode].filter(Boolean).join(' '),
  );

describe('planDeliveries', () => {
  it("plans alerts by each channel's settings and labels", () => {
    expect(plan(completed(), policy())).toEqual(['slack #calls', 'email a@example.com', 'email b@example.com']);
    expect(plan(completed({ analysis: { sentiment: 'positive', needsReview: false } }), policy())).toEqual([
      'slack #calls',
    ]);
    expect(plan(completed({ analysis: { sentiment: 'neutral', needsReview: false } }), policy())).toEqual([]);
    expect(
      plan(
        completed({
          analysis: { sentiment: 'positive', needsReview: false },
          settings: settings({ slackEnabled: false }),
        }),
        policy(),
      ),
    ).toEqual([]);
  });

  it('plans alerts about a call that needs a listen on every channel with any label turned on, without priority', () => {
    const lowConfidenceCall = completed({ analysis: { sentiment: 'neutral', needsReview: true } });
    const expectedTargets = ['slack #calls', 'email a@example.com', 'email b@example.com'];
    expect(plan(lowConfidenceCall, policy())).toEqual(expectedTargets);
    const probablyNegative = completed({ analysis: { sentiment: 'negative', needsReview: true } });
    expect(planDeliveries(probablyNegative, policy()).map(({ priority }) => priority)).toEqual(
      expectedTargets.map(() => 0),
    );
    expect(plan({ ...lowConfidenceCall, settings: settings({ emailNegativeSentiment: false }) }, policy())).toEqual([
      'slack #calls',
    ]);
  });

  it("plans emails by an address's own labels if it has any", () => {
    const labelSettings = settings({
      slackEnabled: false,
      emailLabels: { 'a@example.com': ['positive', 'needs_review'], 'b@example.com': [] },
      emailAddress: ['a@example.com', 'b@example.com', 'c@example.com'],
    });
    const planFor = (sentiment: 'positive' | 'neutral' | 'negative', needsReview = false): string[] =>
      plan(completed({ settings: labelSettings, analysis: { sentiment, needsReview } }), policy());
    expect(planFor('positive')).toEqual(['email a@example.com']);
    expect(planFor('neutral')).toEqual([]);
    expect(planFor('negative')).toEqual(['email c@example.com']);
    expect(planFor('negative', true)).toEqual(['email a@example.com', 'email c@example.com']);
    expect(plan(completed({ settings: { ...labelSettings, emailEnabled: false } }), policy())).toEqual([]);
  });

  it('plans one email to each member who asked for it, even if the account does not send any', () => {
    const memberAlerts = [
      { address: 'Paul@example.com', labels: ['positive' as const] },
      { address: 'A@Example.com', labels: ['negative' as const, 'needs_review' as const] },
    ];
    const planFor = (sentiment: 'positive' | 'negative', emailEnabled: boolean, needsReview = false): string[] =>
      plan(
        completed({
          memberAlerts,
          settings: settings({ slackEnabled: false, emailEnabled }),
          analysis: { sentiment, needsReview },
        }),
        policy(),
      );
    expect(planFor('positive', true)).toEqual(['email paul@example.com']);
    expect(planFor('negative', true)).toEqual(['email a@example.com', 'email b@example.com']);
    expect(planFor('negative', false)).toEqual(['email a@example.com']);
    expect(planFor('positive', false, true)).toEqual(['email a@example.com']);
  });

  it('suppresses the alerts and note, but not the webhook, when alerts about calls that need a listen are turned off', () => {
    const unwanted = {
      settings: settings({ ...CONNECTED, emailEnabled: false, reviewAlertsEnabled: false }),
      account: { serviceTitanTenant: '4711' },
    };
    expect(plan(completed({ ...unwanted, analysis: { sentiment: 'neutral', needsReview: true } }), policy())).toEqual([
      'servicetitan Tenant 4711 REVIEW_ALERTS_OFF',
      'slack #calls REVIEW_ALERTS_OFF',
      'webhook Outgoing webhook',
    ]);
    expect(plan(completed(unwanted), policy())).toEqual([
      'servicetitan Tenant 4711',
      'slack #calls',
      'webhook Outgoing webhook',
    ]);
  });

  it('plans a note and webhook for every label if they are connected', () => {
    const connected = completed({
      analysis: { sentiment: 'neutral', needsReview: false },
      settings: settings(CONNECTED),
      account: { serviceTitanTenant: '4711' },
    });
    expect(plan(connected, policy())).toEqual(['servicetitan Tenant 4711', 'webhook Outgoing webhook']);
    expect(plan({ ...connected, account: { serviceTitanTenant: null } }, policy())).toEqual([
      'webhook Outgoing webhook',
    ]);
  });

  it('plans alerts about danger on every enabled channel, without delay and regardless of labels', () => {
    const analysis = { sentiment: 'neutral' as const, needsReview: false, flags: ['danger' as const] };
    const emailLabels = { 'b@example.com': ['positive' as const] };
    const memberAlerts = [
      { address: 'member@example.com', labels: ['negative' as const] },
      { address: 'silent@example.com', labels: [] },
    ];
    const dangerCall = completed({ analysis, settings: settings({ emailLabels }), memberAlerts, waitSeconds: 300 });
    expect(plan(dangerCall, policy())).toEqual([
      'slack #calls',
      'email a@example.com',
      'email b@example.com',
      'email member@example.com',
    ]);
    for (const planned of planDeliveries(dangerCall, policy()))
      expect([planned.priority, planned.waitSeconds]).toEqual([1, undefined]);
    const lowConfidenceCall = completed({
      analysis: { ...analysis, needsReview: true },
      settings: settings({ reviewAlertsEnabled: false, emailEnabled: false }),
    });
    expect(plan(lowConfidenceCall, policy())).toEqual(['slack #calls']);
    expect(plan(completed({ analysis: { ...analysis, flags: ['legal'] } }), policy())).toEqual([]);
  });

  it('assigns a higher priority to alerts about unhappy customers', () => {
    expect(planDeliveries(completed(), policy())[0]?.priority).toBeGreaterThan(
      planDeliveries(completed({ analysis: { sentiment: 'positive', needsReview: false } }), policy())[0]?.priority ??
        0,
    );
  });

  it('does not plan anything for demo calls and disabled accounts', () => {
    expect(plan(completed({ call: { ...CALL, source: 'demo' } }), policy())).toEqual([]);
    expect(plan(completed({ settings: settings({ active: false, ...CONNECTED }) }), policy())).toEqual([]);
  });

  it('only plans a note and webhook if the call already had a result', () => {
    const reprocessedCall = completed({
      call: { ...CALL, resultRunNumber: 1 },
      settings: settings(CONNECTED),
      account: { serviceTitanTenant: '4711' },
    });
    expect(plan(reprocessedCall, policy())).toEqual(['servicetitan Tenant 4711', 'webhook Outgoing webhook']);
  });

  it('plans a note and webhook, but no alerts, for a call that was more than three days old when it arrived', () => {
    const daysAgo = (days: number): CompletedCall =>
      completed({
        call: { ...CALL, occurredAt: new Date(CALL.createdAt.getTime() - days * 86_400_000) },
        settings: settings(CONNECTED),
        account: { serviceTitanTenant: '4711' },
        memberAlerts: [{ address: 'member@example.com', labels: ['negative'] }],
        analysis: { sentiment: 'negative', needsReview: false, flags: ['danger'] },
      });
    expect(plan(daysAgo(4), policy())).toEqual(['servicetitan Tenant 4711', 'webhook Outgoing webhook']);
    expect(plan(daysAgo(2), policy())).toContain('email member@example.com');
  });

  it('only suppresses team chat without the add-on if payments are set up', () => {
    expect(plan(completed(), policy({ stripeKey: 'sk_test_1' }))).toEqual([
      'slack #calls ADD_ON_MISSING',
      'email a@example.com',
      'email b@example.com',
    ]);
    expect(plan(completed({ settings: settings({ addOns: ['teams'] }) }), policy({ stripeKey: 'sk_test_1' }))[0]).toBe(
      'slack #calls',
    );
  });

  it('suppresses a channel that is unavailable on the server and gives the reason', () => {
    expect(planDeliveries(completed(), policy({ mail: NO_MAIL }))[1]).toMatchObject({
      channel: 'email',
      state: 'suppressed',
      errorCode: NO_MAIL.code,
      errorMessage: NO_MAIL.message,
    });
  });
});

it.each([
  [{ sentiment: 'negative', needsReview: false }, ['servicetitan', 'webhook']],
  [{ sentiment: 'positive', needsReview: true }, ['servicetitan', 'webhook']],
  [{ sentiment: 'positive', needsReview: false }, ['servicetitan', 'slack', 'webhook']],
] as const)('delays messages about %j until the summary is written, except urgent alerts', (analysis, waiting) => {
  const call = completed({
    account: { serviceTitanTenant: '1' },
    settings: settings({ ...CONNECTED, emailEnabled: false }),
    analysis,
  });
  const delayedBy = (seconds: number | null): string[] =>
    planDeliveries({ ...call, waitSeconds: seconds }, policy())
      .filter(({ waitSeconds }) => waitSeconds === 300)
      .map(({ channel }) => channel);
  expect(delayedBy(300)).toEqual(waiting);
  expect(delayedBy(null)).toEqual([]);
  expect(plan(call, policy())).toContain('slack #calls');
});
