import { CreateSchema1763640000000 } from './migrations/1763640000000-create-schema';
import { AddSessionsAndMails1763650000000 } from './migrations/1763650000000-add-sessions-and-mails';
import { AddConnections1763660000000 } from './migrations/1763660000000-add-connections';
import { AddBilling1763665000000 } from './migrations/1763665000000-add-billing';
import { AddMetering1763666000000 } from './migrations/1763666000000-add-metering';
import { AddPolling1763667000000 } from './migrations/1763667000000-add-polling';
import { AddRetention1763670000000 } from './migrations/1763670000000-add-retention';
import { AddSearchIndex1763680000000 } from './migrations/1763680000000-add-search-index';
import { AddUsageWeeks1763681000000 } from './migrations/1763681000000-add-usage-weeks';
import { AddLaneOrder1763682000000 } from './migrations/1763682000000-add-lane-order';
import { AddSearchHours1763693000000 } from './migrations/1763693000000-add-search-hours';
import { NarrowCallIndexes1763699000000 } from './migrations/1763699000000-narrow-call-indexes';
import { AddBillingUpkeep1763700000000 } from './migrations/1763700000000-add-billing-upkeep';
import { AddBillingPeriods1763701000000 } from './migrations/1763701000000-add-billing-periods';
import { ForgetEndedCallbacks1763701240000 } from './migrations/1763701240000-forget-ended-callbacks';
import { NameRecordingMediaTypes1763701250000 } from './migrations/1763701250000-name-recording-media-types';
import { AddReview1763702000000 } from './migrations/1763702000000-add-review';
import { IndexReview1763702100000 } from './migrations/1763702100000-index-review';
import { AddSpeakers1763720000000 } from './migrations/1763720000000-add-speakers';
import { AddNamesAndWords1763730000000 } from './migrations/1763730000000-add-names-and-words';
import { AddAnalysisFallback1763731000000 } from './migrations/1763731000000-add-analysis-fallback';
import { AddContactInbox1763800000000 } from './migrations/1763800000000-add-contact-inbox';
import { AddSignUps1763810000000 } from './migrations/1763810000000-add-sign-ups';
import { AddTimeZone1763820000000 } from './migrations/1763820000000-add-time-zone';
import { IndexCallTimes1763820000001 } from './migrations/1763820000001-index-call-times';
import { AddEmailConfirmed1763825000000 } from './migrations/1763825000000-add-email-confirmed';
import { AddCallSearch1763830000000 } from './migrations/1763830000000-add-call-search';
import { AddSavedFilters1763830000001 } from './migrations/1763830000001-add-saved-filters';
import { DropWordTrigrams1763830000002 } from './migrations/1763830000002-drop-word-trigrams';
import { AddSkipLimit1763840000000 } from './migrations/1763840000000-add-skip-limit';
import { AddSharedLinks1763840000001 } from './migrations/1763840000001-add-shared-links';
import { AddEmailLabels1763840000002 } from './migrations/1763840000002-add-email-labels';
import { AddAccounts1763850000000 } from './migrations/1763850000000-add-accounts';
import { AddInvitations1763851000000 } from './migrations/1763851000000-add-invitations';
import { AddAgents1763860000000 } from './migrations/1763860000000-add-agents';
import { IndexAgents1763860000001 } from './migrations/1763860000001-index-agents';
import { AddMemberAlerts1763870000000 } from './migrations/1763870000000-add-member-alerts';
import { AddActivityAccount1763871000000 } from './migrations/1763871000000-add-activity-account';
import { AddSwappedSpeakers1763895000000 } from './migrations/1763895000000-add-swapped-speakers';
import { AddHappiness1763900000000 } from './migrations/1763900000000-add-happiness';
import { JudgeCalls1763900000001 } from './migrations/1763900000001-judge-calls';
import { AddCallCorrections1763910000000 } from './migrations/1763910000000-add-call-corrections';
import { IndexDeliveryEvents1763910000001 } from './migrations/1763910000001-index-delivery-events';
import { AddTopic1763920000000 } from './migrations/1763920000000-add-topic';
import { AddFollowUps1763940000000 } from './migrations/1763940000000-add-follow-ups';
import { IndexCustomerCalls1763940000001 } from './migrations/1763940000001-index-customer-calls';
import { AddEscalations1763950000000 } from './migrations/1763950000000-add-escalations';
import { IndexFollowUpDeliveries1763950000001 } from './migrations/1763950000001-index-follow-up-deliveries';
import { AddCustomerStandings1763960000000 } from './migrations/1763960000000-add-customer-standings';
import { IndexCustomers1763960000001 } from './migrations/1763960000001-index-customers';
import { AddWeeklyLetters1763970000000 } from './migrations/1763970000000-add-weekly-letters';
import { IndexWeeklyLetterDeliveries1763970000001 } from './migrations/1763970000001-index-weekly-letter-deliveries';
import { CountHappinessByDirection1764010000000 } from './migrations/1764010000000-count-happiness-by-direction';
import { IndexHappiness1764010000001 } from './migrations/1764010000001-index-happiness';
import { AddDismissedFollowUp1764020000000 } from './migrations/1764020000000-add-dismissed-follow-up';
import { AddReviewTolerance1764020000001 } from './migrations/1764020000001-add-review-tolerance';
import { AddGuidelines1764030000000 } from './migrations/1764030000000-add-guidelines';
import { IndexTopicsAndChecks1764040000000 } from './migrations/1764040000000-index-topics-and-checks';
import { MarkChecksOfRules1764040000001 } from './migrations/1764040000001-mark-checks-of-rules';
import { AddFollowUpDirection1764050000000 } from './migrations/1764050000000-add-follow-up-direction';
import { AddErasures1764075000000 } from './migrations/1764075000000-add-erasures';
import { AddSignInSteps1764076000000 } from './migrations/1764076000000-add-sign-in-steps';
import { AddRedaction1764090000000 } from './migrations/1764090000000-add-redaction';
import { AddSecurityEvents1764100000000 } from './migrations/1764100000000-add-security-events';
import { IndexFailedDemos1764110000000 } from './migrations/1764110000000-index-failed-demos';
import { IndexSecurityEvents1764140000000 } from './migrations/1764140000000-index-security-events';
import { AddSecondFactors1764145000000 } from './migrations/1764145000000-add-second-factors';
import { AddAccountStorage1764146000000 } from './migrations/1764146000000-add-account-storage';
import { CountAccountStorage1764146000001 } from './migrations/1764146000001-count-account-storage';
import { RedactAudio1764147000000 } from './migrations/1764147000000-redact-audio';
import { AddSignInLinks1764148000000 } from './migrations/1764148000000-add-sign-in-links';
import { AddPasskeys1764149000000 } from './migrations/1764149000000-add-passkeys';
import { AddAccountRetention1764150000000 } from './migrations/1764150000000-add-account-retention';
import { AddAccountExports1764151000000 } from './migrations/1764151000000-add-account-exports';
import { AddAlertAddresses1764152000000 } from './migrations/1764152000000-add-alert-addresses';
import { AddHiddenDetails1764153000000 } from './migrations/1764153000000-add-hidden-details';
import { AddTraceParent1764160000000 } from './migrations/1764160000000-add-trace-parent';
import { AddNoteRemoval1764165000000 } from './migrations/1764165000000-add-note-removal';
import { AddWorkerVersion1764166000000 } from './migrations/1764166000000-add-worker-version';
import { SearchWaitingCalls1798000100000 } from './migrations/1798000100000-search-waiting-calls';
import { AddUserDeletions1798000301000 } from './migrations/1798000301000-add-user-deletions';
import { AddCorrectedDetails1798000308000 } from './migrations/1798000308000-add-corrected-details';
import { AddPartyKeys1798000312000 } from './migrations/1798000312000-add-party-keys';
import { IndexActivityActions1798000315000 } from './migrations/1798000315000-index-activity-actions';
import { IgnoreLoneHyphens1798000401000 } from './migrations/1798000401000-ignore-lone-hyphens';
import { NormalizeEmails1798000402000 } from './migrations/1798000402000-normalize-emails';
import { AddWriter1798000600000 } from './migrations/1798000600000-add-writer';
import { AddPromiseConfirmation1798000600001 } from './migrations/1798000600001-add-promise-confirmation';
import { AddPendingWords1798000600002 } from './migrations/1798000600002-add-pending-words';
import { ReleaseSkippedRecordings1798000700000 } from './migrations/1798000700000-release-skipped-recordings';
import { AddMovedPeriods1798000700100 } from './migrations/1798000700100-add-moved-periods';
import { AddPreviousSids1798000700200 } from './migrations/1798000700200-add-previous-sids';
import { AddRecordingLoss1798000800000 } from './migrations/1798000800000-add-recording-loss';
import { AddPlayableCopies1798000800001 } from './migrations/1798000800001-add-playable-copies';
import { AddCallEdits1798000900000 } from './migrations/1798000900000-add-call-edits';
import { IndexMails1798002000000 } from './migrations/1798002000000-index-mails';
import { AddBulkReprocessings1798003500000 } from './migrations/1798003500000-add-bulk-reprocessings';
import { IndexBasicTranscripts1798003600000 } from './migrations/1798003600000-index-basic-transcripts';
import { AddUrgency1798004000000 } from './migrations/1798004000000-add-urgency';
import { IndexTooShortCalls1798004100000 } from './migrations/1798004100000-index-too-short-calls';
import { SpareIdleTriggers1798005100000 } from './migrations/1798005100000-spare-idle-triggers';
import { JoinAgentNames1798005300000 } from './migrations/1798005300000-join-agent-names';
import { RankCustomersAtRisk1798005310000 } from './migrations/1798005310000-rank-customers-at-risk';
import { AddGivenTranscripts1798005400000 } from './migrations/1798005400000-add-given-transcripts';
import { AddAssistants1798005400100 } from './migrations/1798005400100-add-assistants';
import { AddBooking1798005500000 } from './migrations/1798005500000-add-booking';
import { IndexFailedDeliveries1798005600000 } from './migrations/1798005600000-index-failed-deliveries';
import { IndexOldDemos1798005600001 } from './migrations/1798005600001-index-old-demos';
import { AddSignUpCompany1798005600002 } from './migrations/1798005600002-add-sign-up-company';
import { AddInbox1798006000000 } from './migrations/1798006000000-add-inbox';

/** All migrations in order. List new ones at the end and never change a released one. */
export const MIGRATIONS = [
  CreateSchema1763640000000,
  AddSessionsAndMails1763650000000,
  AddConnections1763660000000,
  AddBilling1763665000000,
  AddMetering1763666000000,
  AddPolling1763667000000,
  AddRetention1763670000000,
  AddSearchIndex1763680000000,
  AddUsageWeeks1763681000000,
  AddLaneOrder1763682000000,
  AddSearchHours1763693000000,
  NarrowCallIndexes1763699000000,
  AddBillingUpkeep1763700000000,
  AddBillingPeriods1763701000000,
  ForgetEndedCallbacks1763701240000,
  NameRecordingMediaTypes1763701250000,
  AddReview1763702000000,
  IndexReview1763702100000,
  AddSpeakers1763720000000,
  AddNamesAndWords1763730000000,
  AddAnalysisFallback1763731000000,
  AddContactInbox1763800000000,
  AddSignUps1763810000000,
  AddTimeZone1763820000000,
  IndexCallTimes1763820000001,
  AddEmailConfirmed1763825000000,
  AddCallSearch1763830000000,
  AddSavedFilters1763830000001,
  DropWordTrigrams1763830000002,
  AddSkipLimit1763840000000,
  AddSharedLinks1763840000001,
  AddEmailLabels1763840000002,
  AddAccounts1763850000000,
  AddInvitations1763851000000,
  AddAgents1763860000000,
  IndexAgents1763860000001,
  AddMemberAlerts1763870000000,
  AddActivityAccount1763871000000,
  AddSwappedSpeakers1763895000000,
  AddHappiness1763900000000,
  JudgeCalls1763900000001,
  AddCallCorrections1763910000000,
  IndexDeliveryEvents1763910000001,
  AddTopic1763920000000,
  AddFollowUps1763940000000,
  IndexCustomerCalls1763940000001,
  AddEscalations1763950000000,
  IndexFollowUpDeliveries1763950000001,
  AddCustomerStandings1763960000000,
  IndexCustomers1763960000001,
  AddWeeklyLetters1763970000000,
  IndexWeeklyLetterDeliveries1763970000001,
  CountHappinessByDirection1764010000000,
  IndexHappiness1764010000001,
  AddDismissedFollowUp1764020000000,
  AddReviewTolerance1764020000001,
  AddGuidelines1764030000000,
  IndexTopicsAndChecks1764040000000,
  MarkChecksOfRules1764040000001,
  AddFollowUpDirection1764050000000,
  AddErasures1764075000000,
  AddSignInSteps1764076000000,
  AddRedaction1764090000000,
  AddSecurityEvents1764100000000,
  IndexFailedDemos1764110000000,
  IndexSecurityEvents1764140000000,
  AddSecondFactors1764145000000,
  AddAccountStorage1764146000000,
  CountAccountStorage1764146000001,
  RedactAudio1764147000000,
  AddSignInLinks1764148000000,
  AddPasskeys1764149000000,
  AddAccountRetention1764150000000,
  AddAccountExports1764151000000,
  AddAlertAddresses1764152000000,
  AddHiddenDetails1764153000000,
  AddTraceParent1764160000000,
  AddNoteRemoval1764165000000,
  AddWorkerVersion1764166000000,
  SearchWaitingCalls1798000100000,
  AddUserDeletions1798000301000,
  AddCorrectedDetails1798000308000,
  AddPartyKeys1798000312000,
  IndexActivityActions1798000315000,
  IgnoreLoneHyphens1798000401000,
  NormalizeEmails1798000402000,
  AddWriter1798000600000,
  AddPromiseConfirmation1798000600001,
  AddPendingWords1798000600002,
  ReleaseSkippedRecordings1798000700000,
  AddMovedPeriods1798000700100,
  AddPreviousSids1798000700200,
  AddRecordingLoss1798000800000,
  AddPlayableCopies1798000800001,
  AddCallEdits1798000900000,
  IndexMails1798002000000,
  AddBulkReprocessings1798003500000,
  IndexBasicTranscripts1798003600000,
  AddUrgency1798004000000,
  IndexTooShortCalls1798004100000,
  SpareIdleTriggers1798005100000,
  JoinAgentNames1798005300000,
  RankCustomersAtRisk1798005310000,
  AddGivenTranscripts1798005400000,
  AddAssistants1798005400100,
  AddBooking1798005500000,
  IndexFailedDeliveries1798005600000,
  IndexOldDemos1798005600001,
  AddSignUpCompany1798005600002,
  AddInbox1798006000000,
];
