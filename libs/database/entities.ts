import { AccountSettings } from './accounts/account-settings.entity';
import { AccountStorage } from './accounts/account-storage.entity';
import { Account } from './accounts/account.entity';
import { ActivityLog } from './accounts/activity-log.entity';
import { BearerToken } from './accounts/bearer-token.entity';
import { ContactMessage } from './accounts/contact-message.entity';
import { SavedGuideline } from './accounts/guideline.entity';
import { Invitation } from './accounts/invitation.entity';
import { Member } from './accounts/member.entity';
import { PasskeyChallenge } from './accounts/passkey-challenge.entity';
import { Passkey } from './accounts/passkey.entity';
import { PasswordReset } from './accounts/password-reset.entity';
import { PendingSignIn } from './accounts/pending-sign-in.entity';
import { RecoveryCode } from './accounts/recovery-code.entity';
import { RevokedToken } from './accounts/revoked-token.entity';
import { SchedulingTurn } from './accounts/scheduling-turn.entity';
import { SecurityEvent } from './accounts/security-event.entity';
import { Session } from './accounts/session.entity';
import { SignInLink } from './accounts/sign-in-link.entity';
import { SignUp } from './accounts/sign-up.entity';
import { TotpFactor } from './accounts/totp-factor.entity';
import { User } from './accounts/user.entity';
import { MeterEvent, MeterLedger } from './billing/metering.entity';
import { StripeEvent } from './billing/stripe-event.entity';
import { UsageNotice } from './billing/usage-notice.entity';
import { AccountExport } from './calls/account-export.entity';
import { Agent } from './calls/agent.entity';
import { BulkReprocessing } from './calls/bulk-reprocessing.entity';
import { CallAnalysis } from './calls/call-analysis.entity';
import { CallCheck } from './calls/call-check.entity';
import { CallCorrection } from './calls/call-correction.entity';
import { CallEdit } from './calls/call-edit.entity';
import { CallSearchBackfill, CallSearchDocument } from './calls/call-search.entity';
import { CallTranscript } from './calls/call-transcript.entity';
import { Call } from './calls/call.entity';
import { DeletedCall, DeletedCallId, Erasure } from './calls/erasure.entity';
import { HappinessDay, HappinessRecount, JudgedCall } from './calls/judged-call.entity';
import { PendingWords } from './calls/pending-words.entity';
import { SavedFilter } from './calls/saved-filter.entity';
import { SharedLink } from './calls/shared-link.entity';
import { UsageDaily, UsageRecord, UsageWeekly } from './calls/usage.entity';
import { Customer, CustomerBackfill, CustomerKey } from './customers/customer.entity';
import { AlertAddress } from './deliveries/alert-address.entity';
import { Connection } from './deliveries/connection.entity';
import { Delivery, DeliveryAttempt } from './deliveries/delivery.entity';
import { FollowUpLink } from './deliveries/follow-up-link.entity';
import { MailSuppression } from './deliveries/mail-suppression.entity';
import { Mail } from './deliveries/mail.entity';
import { UserDeletion } from './erasures/user-deletion.entity';
import { Escalation } from './follow-ups/escalation.entity';
import { FollowUp, FollowUpCall, FollowUpEvent } from './follow-ups/follow-up.entity';
import { WorkerRow } from './scheduling/worker.entity';
import { WeeklyLetterRow } from './weekly-letters/weekly-letter.entity';

export const ENTITIES = [
  User,
  Account,
  Member,
  SavedGuideline,
  Invitation,
  BearerToken,
  RevokedToken,
  AccountSettings,
  SchedulingTurn,
  AccountStorage,
  Agent,
  Call,
  CallTranscript,
  CallAnalysis,
  UsageRecord,
  UsageDaily,
  UsageWeekly,
  Customer,
  CustomerBackfill,
  CustomerKey,
  FollowUp,
  FollowUpCall,
  FollowUpEvent,
  Escalation,
  WeeklyLetterRow,
  Delivery,
  DeliveryAttempt,
  FollowUpLink,
  WorkerRow,
  ActivityLog,
  SecurityEvent,
  Session,
  Passkey,
  PasskeyChallenge,
  PendingSignIn,
  RecoveryCode,
  TotpFactor,
  ContactMessage,
  Mail,
  Connection,
  MailSuppression,
  AlertAddress,
  StripeEvent,
  MeterLedger,
  MeterEvent,
  UsageNotice,
  SignInLink,
  SignUp,
  PasswordReset,
  SharedLink,
  CallSearchDocument,
  CallSearchBackfill,
  PendingWords,
  BulkReprocessing,
  SavedFilter,
  JudgedCall,
  HappinessDay,
  HappinessRecount,
  CallCorrection,
  CallEdit,
  CallCheck,
  Erasure,
  DeletedCall,
  DeletedCallId,
  AccountExport,
  UserDeletion,
];
