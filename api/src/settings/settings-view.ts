import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';

import type { SettingsDto } from './dto/settings.dto';
import type { SecretSetting } from './sealed-settings';

/** Settings as they are shown: field by field, so that a new column stays hidden until somebody decides to show it. */
export function settingsView(
  settings: AccountSettings,
  serviceTitanTenant: string | null,
  masks: Record<SecretSetting, string | null>,
): SettingsDto {
  return {
    id: settings.id,
    userId: settings.userId,
    active: settings.active,
    slackEnabled: settings.slackEnabled,
    slackChannel: settings.slackChannel,
    slackPositiveSentiment: settings.slackPositiveSentiment,
    slackNeutralSentiment: settings.slackNeutralSentiment,
    slackNegativeSentiment: settings.slackNegativeSentiment,
    teamsEnabled: settings.teamsEnabled,
    teamsTeamName: settings.teamsTeamName,
    teamsPositiveSentiment: settings.teamsPositiveSentiment,
    teamsNeutralSentiment: settings.teamsNeutralSentiment,
    teamsNegativeSentiment: settings.teamsNegativeSentiment,
    googleChatEnabled: settings.googleChatEnabled,
    googleChatPositiveSentiment: settings.googleChatPositiveSentiment,
    googleChatNeutralSentiment: settings.googleChatNeutralSentiment,
    googleChatNegativeSentiment: settings.googleChatNegativeSentiment,
    emailEnabled: settings.emailEnabled,
    emailAddress: settings.emailAddress,
    emailPositiveSentiment: settings.emailPositiveSentiment,
    emailNeutralSentiment: settings.emailNeutralSentiment,
    emailNegativeSentiment: settings.emailNegativeSentiment,
    usageLimitEnabled: settings.usageLimitEnabled,
    monthlyMinuteLimit: settings.monthlyMinuteLimit,
    inboundCallsEnabled: settings.inboundCallsEnabled,
    inboundMinCallTime: settings.inboundMinCallTime,
    outboundCallsEnabled: settings.outboundCallsEnabled,
    outboundMinCallTime: settings.outboundMinCallTime,
    processingTimeoutMinutes: settings.processingTimeoutMinutes,
    maxConcurrentWorkflows: settings.maxConcurrentWorkflows,
    serviceTitanTenant,
    serviceTitanClientId: settings.serviceTitanClientId,
    serviceTitanEnvironment: settings.serviceTitanEnvironment,
    noteTarget: settings.noteTarget,
    serviceTitanPollingEnabled: settings.serviceTitanPollingEnabled,
    lastPolledAt: settings.lastPolledAt?.toISOString() ?? null,
    stripeSubscriptionId: settings.stripeSubscriptionId,
    stripeCustomerId: settings.stripeCustomerId,
    addOns: settings.addOns,
    createdAt: settings.createdAt.toISOString(),
    updatedAt: settings.updatedAt.toISOString(),
    ...masks,
  };
}
