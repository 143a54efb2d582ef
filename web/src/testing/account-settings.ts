import type { AccountSettings } from '../api/types';

/** Settings as a new account has them. */
export const ACCOUNT_SETTINGS: AccountSettings = {
  id: 's1', userId: 'u1', active: true,
  slackEnabled: false, slackChannel: null, slackBotToken: null, slackPositiveSentiment: true, slackNeutralSentiment: true, slackNegativeSentiment: true,
  teamsEnabled: false, teamsTeamName: null, teamsWebhookUrl: null, teamsPositiveSentiment: true, teamsNeutralSentiment: true, teamsNegativeSentiment: true,
  googleChatEnabled: false, googleChatWebhookUrl: null, googleChatPositiveSentiment: true, googleChatNeutralSentiment: true, googleChatNegativeSentiment: true,
  emailEnabled: true, emailAddress: [], emailPositiveSentiment: true, emailNeutralSentiment: true, emailNegativeSentiment: true,
  usageLimitEnabled: false, monthlyMinuteLimit: 1_000, inboundCallsEnabled: true, inboundMinCallTime: 60, outboundCallsEnabled: true, outboundMinCallTime: 90,
  processingTimeoutMinutes: 30, maxConcurrentWorkflows: 5,
  webhookUrl: null, webhookSecret: null,
  serviceTitanTenant: null, serviceTitanClientId: null, serviceTitanClientSecret: null, serviceTitanEnvironment: 'production',
  noteTarget: 'job_then_customer', serviceTitanPollingEnabled: false, lastPolledAt: null,
  stripeSubscriptionId: null, stripeCustomerId: null, addOns: [], createdAt: '2026-01-02T10:00:00.000Z', updatedAt: '2026-01-02T10:00:00.000Z',
};
