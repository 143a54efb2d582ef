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

  override get problem(): Suppression | null {
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
const buildSettings = (overrides: Partial<AccountSettings> = {}): AccountSettings =>
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
const buildCompletedCall = (overrides: Partial<CompletedCall> = {}): CompletedCall => ({
  call: CALL,
  account: { serviceTitanTenant: null },
  settings: buildSettings(),
  memberAlerts: [],
  analysis: { sentiment: 'negative', needsReview: false },
  ...overrides,
});
const buildPolicy = ({
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
const listTargets = (...args: Parameters<typeof planDeliveries>): string[] =>
  planDeliveries(...args).map(({ channel, destination, errorCode }) =>
    [channel, destination, errorCode].filter(Boolean).join(' '),
  );

describe('planDeliveries', () => {
  it("plans alerts by each channel's settings and labels", () => {
    expect(listTargets(buildCompletedCall(), buildPolicy())).toEqual([
      'slack #calls',
      'email a@example.com',
      'email b@example.com',
    ]);
    expect(
      listTargets(buildCompletedCall({ analysis: { sentiment: 'positive', needsReview: false } }), buildPolicy()),
    ).toEqual(['slack #calls']);
    expect(
      listTargets(buildCompletedCall({ analysis: { sentiment: 'neutral', needsReview: false } }), buildPolicy()),
    ).toEqual([]);
    expect(
      listTargets(
        buildCompletedCall({
          analysis: { sentiment: 'positive', needsReview: false },
          settings: buildSettings({ slackEnabled: false }),
        }),
        buildPolicy(),
      ),
    ).toEqual([]);
  });

  it('plans alerts about a call that needs a listen on every channel with any label turned on, without priority', () => {
    const lowConfidenceCall = buildCompletedCall({ analysis: { sentiment: 'neutral', needsReview: true } });
    const expectedTargets = ['slack #calls', 'email a@example.com', 'email b@example.com'];
    expect(listTargets(lowConfidenceCall, buildPolicy())).toEqual(expectedTargets);
    const probablyNegativeCall = buildCompletedCall({ analysis: { sentiment: 'negative', needsReview: true } });
    expect(planDeliveries(probablyNegativeCall, buildPolicy()).map(({ priority }) => priority)).toEqual(
      expectedTargets.map(() => 0),
    );
    expect(
      listTargets({ ...lowConfidenceCall, settings: buildSettings({ emailNegativeSentiment: false }) }, buildPolicy()),
    ).toEqual(['slack #calls']);
  });

  it("plans emails by an address's own labels if it has any", () => {
    const labelSettings = buildSettings({
      slackEnabled: false,
      emailLabels: { 'a@example.com': ['positive', 'needs_review'], 'b@example.com': [] },
      emailAddress: ['a@example.com', 'b@example.com', 'c@example.com'],
    });
    const planFor = (sentiment: 'positive' | 'neutral' | 'negative', needsReview = false): string[] =>
      listTargets(buildCompletedCall({ settings: labelSettings, analysis: { sentiment, needsReview } }), buildPolicy());
    expect(planFor('positive')).toEqual(['email a@example.com']);
    expect(planFor('neutral')).toEqual([]);
    expect(planFor('negative')).toEqual(['email c@example.com']);
    expect(planFor('negative', true)).toEqual(['email a@example.com', 'email c@example.com']);
    expect(
      listTargets(buildCompletedCall({ settings: { ...labelSettings, emailEnabled: false } }), buildPolicy()),
    ).toEqual([]);
  });

  it('plans one email to each member who asked for it, even if the account does not send any', () => {
    const memberAlerts = [
      { address: 'Paul@example.com', labels: ['positive' as const] },
      { address: 'A@Example.com', labels: ['negative' as const, 'needs_review' as const] },
    ];
    const planFor = (sentiment: 'positive' | 'negative', emailEnabled: boolean, needsReview = false): string[] =>
      listTargets(
        buildCompletedCall({
          memberAlerts,
          settings: buildSettings({ slackEnabled: false, emailEnabled }),
          analysis: { sentiment, needsReview },
        }),
        buildPolicy(),
      );
    expect(planFor('positive', true)).toEqual(['email paul@example.com']);
    expect(planFor('negative', true)).toEqual(['email a@example.com', 'email b@example.com']);
    expect(planFor('negative', false)).toEqual(['email a@example.com']);
    expect(planFor('positive', false, true)).toEqual(['email a@example.com']);
  });

  it('suppresses the alerts and note, but not the webhook, when alerts about calls that need a listen are turned off', () => {
    const withoutReviewAlerts = {
      settings: buildSettings({ ...CONNECTED, emailEnabled: false, reviewAlertsEnabled: false }),
      account: { serviceTitanTenant: '4711' },
    };
    expect(
      listTargets(
        buildCompletedCall({ ...withoutReviewAlerts, analysis: { sentiment: 'neutral', needsReview: true } }),
        buildPolicy(),
      ),
    ).toEqual([
      'servicetitan Tenant 4711 REVIEW_ALERTS_OFF',
      'slack #calls REVIEW_ALERTS_OFF',
      'webhook Outgoing webhook',
    ]);
    expect(listTargets(buildCompletedCall(withoutReviewAlerts), buildPolicy())).toEqual([
      'servicetitan Tenant 4711',
      'slack #calls',
      'webhook Outgoing webhook',
    ]);
  });

  it('plans a note and webhook for every label if they are connected', () => {
    const connectedCall = buildCompletedCall({
      analysis: { sentiment: 'neutral', needsReview: false },
      settings: buildSettings(CONNECTED),
      account: { serviceTitanTenant: '4711' },
    });
    expect(listTargets(connectedCall, buildPolicy())).toEqual(['servicetitan Tenant 4711', 'webhook Outgoing webhook']);
    expect(listTargets({ ...connectedCall, account: { serviceTitanTenant: null } }, buildPolicy())).toEqual([
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
    const dangerCall = buildCompletedCall({
      analysis,
      settings: buildSettings({ emailLabels }),
      memberAlerts,
      waitSeconds: 300,
    });
    expect(listTargets(dangerCall, buildPolicy())).toEqual([
      'slack #calls',
      'email a@example.com',
      'email b@example.com',
      'email member@example.com',
    ]);
    for (const delivery of planDeliveries(dangerCall, buildPolicy()))
      expect([delivery.priority, delivery.waitSeconds]).toEqual([1, undefined]);
    const lowConfidenceCall = buildCompletedCall({
      analysis: { ...analysis, needsReview: true },
      settings: buildSettings({ reviewAlertsEnabled: false, emailEnabled: false }),
    });
    expect(listTargets(lowConfidenceCall, buildPolicy())).toEqual(['slack #calls']);
    expect(listTargets(buildCompletedCall({ analysis: { ...analysis, flags: ['legal'] } }), buildPolicy())).toEqual([]);
  });

  it('assigns a higher priority to alerts about unhappy customers', () => {
    expect(planDeliveries(buildCompletedCall(), buildPolicy())[0]?.priority).toBeGreaterThan(
      planDeliveries(buildCompletedCall({ analysis: { sentiment: 'positive', needsReview: false } }), buildPolicy())[0]
        ?.priority ?? 0,
    );
  });

  it('does not plan anything for demo calls or while call processing is turned off', () => {
    expect(listTargets(buildCompletedCall({ call: { ...CALL, source: 'demo' } }), buildPolicy())).toEqual([]);
    expect(
      listTargets(buildCompletedCall({ settings: buildSettings({ active: false, ...CONNECTED }) }), buildPolicy()),
    ).toEqual([]);
  });

  it('only plans a note and webhook if the call already had a result', () => {
    const reprocessedCall = buildCompletedCall({
      call: { ...CALL, resultRunNumber: 1 },
      settings: buildSettings(CONNECTED),
      account: { serviceTitanTenant: '4711' },
    });
    expect(listTargets(reprocessedCall, buildPolicy())).toEqual([
      'servicetitan Tenant 4711',
      'webhook Outgoing webhook',
    ]);
  });

  it('plans a note and webhook, but no alerts, for a call that was more than three days old when it arrived', () => {
    const buildOldCall = (days: number): CompletedCall =>
      buildCompletedCall({
        call: { ...CALL, occurredAt: new Date(CALL.createdAt.getTime() - days * 86_400_000) },
        settings: buildSettings(CONNECTED),
        account: { serviceTitanTenant: '4711' },
        memberAlerts: [{ address: 'member@example.com', labels: ['negative'] }],
        analysis: { sentiment: 'negative', needsReview: false, flags: ['danger'] },
      });
    expect(listTargets(buildOldCall(4), buildPolicy())).toEqual([
      'servicetitan Tenant 4711',
      'webhook Outgoing webhook',
    ]);
    expect(listTargets(buildOldCall(2), buildPolicy())).toContain('email member@example.com');
  });

  it('only suppresses team chat without the add-on if payments are set up', () => {
    expect(listTargets(buildCompletedCall(), buildPolicy({ stripeKey: 'sk_test_1' }))).toEqual([
      'slack #calls ADD_ON_MISSING',
      'email a@example.com',
      'email b@example.com',
    ]);
    expect(
      listTargets(
        buildCompletedCall({ settings: buildSettings({ addOns: ['teams'] }) }),
        buildPolicy({ stripeKey: 'sk_test_1' }),
      )[0],
    ).toBe('slack #calls');
  });

  it('suppresses a channel that is unavailable on the server and gives the reason', () => {
    expect(planDeliveries(buildCompletedCall(), buildPolicy({ mail: NO_MAIL }))[1]).toMatchObject({
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
] as const)(
  'delays messages about %j until the summary is written, except urgent alerts',
  (analysis, delayedChannels) => {
    const call = buildCompletedCall({
      account: { serviceTitanTenant: '1' },
      settings: buildSettings({ ...CONNECTED, emailEnabled: false }),
      analysis,
    });
    const listDelayedChannels = (seconds: number | null): string[] =>
      planDeliveries({ ...call, waitSeconds: seconds }, buildPolicy())
        .filter(({ waitSeconds }) => waitSeconds === 300)
        .map(({ channel }) => channel);
    expect(listDelayedChannels(300)).toEqual(delayedChannels);
    expect(listDelayedChannels(null)).toEqual([]);
    expect(listTargets(call, buildPolicy())).toContain('slack #calls');
  },
);
