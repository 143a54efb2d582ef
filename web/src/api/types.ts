import type { components } from './schema';

type Schemas = components['schemas'];

/** Schemas of the API under the names that the app uses. Dates are ISO 8601 strings. */
export type CurrentUser = Schemas['CurrentUserDto'];
export type SignInProvider = Schemas['SignInProviderDto'];
export type MySession = Schemas['MySessionDto'];
export type MyAccountChange = Schemas['MyAccountDto'];
export type User = Schemas['UserDto'];
export type NewUser = Schemas['CreateUserDto'];
export type UserChange = Schemas['UpdateUserDto'];
export type BearerToken = Schemas['TokenDto'];
export type UserWithTokens = Schemas['UserWithTokensDto'];
export type NewToken = Schemas['NewTokenDto'];
export type MyUsage = Schemas['MyUsageDto'];
export type RecentCall = Schemas['RecentCallDto'];
/** A call in a list, without what a search has found in it. */
export type CallSummary = Omit<ListedCall, 'match'>;
export type AcceptedCall = Schemas['AcceptedCallDto'];
export type CallPage = Schemas['CallPageDto'];
export type ListedCall = Schemas['ListedCallDto'];
export type CallMatch = Schemas['CallMatchDto'];
export type SavedFilter = Schemas['SavedFilterDto'];
export type CallResult = Schemas['CallResultDto'];
export type FullCall = Schemas['FullCallDto'];
export type Transcript = Schemas['TranscriptDto'];
export type CallDelivery = Schemas['DeliveryDto'];
export type SystemUsage = Schemas['SystemUsageDto'];
export type AccountUsage = Schemas['AccountUsageDto'];
export type DailyUsage = Schemas['DailyUsageDto'];
export type ContactInbox = Schemas['ContactInboxDto'];
export type InboxMessage = Schemas['InboxMessageDto'];
export type AccountError = Schemas['UserErrorDto'];
export type AccountUsageReport = Schemas['UserUsageDto'];
export type AccountSettingsChange = Schemas['ChangeAccountSettingsDto'];
export type Activity = Schemas['ActivityDto'];
export type SystemHealth = Schemas['SystemHealthDto'];
export type AccountSettings = Schemas['SettingsDto'];
export type Connection = Schemas['ConnectionDto'];
export type ConnectionTest = Schemas['ConnectionTestDto'];
export type SettingsChange = Schemas['ChangeMySettingsDto'];
export type DemoAnswer = Schemas['DemoUploadResultDto'];
export type DemoPending = Schemas['DemoPendingDto'];
export type DemoJob = Schemas['DemoJobDto'];
export type DemoAnalysis = Schemas['DemoAnalysisDto'];
export type ContactMessage = Schemas['ContactMessageDto'];
export type Subscription = Schemas['SubscriptionDto'];
