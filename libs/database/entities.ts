import { Account } from './accounts/account.entity';
import { Assistant } from './accounts/assistants/assistant.entity';
import { ContactMessage } from './accounts/contact/contact-message.entity';
import { Invitation } from './accounts/members/invitation.entity';
import { Member } from './accounts/members/member.entity';
import { SchedulingTurn } from './accounts/scheduling-turn.entity';
import { ActivityLog } from './accounts/security/activity-log.entity';
import { SecurityEvent } from './accounts/security/security-event.entity';
import { AccountSettings } from './accounts/settings/account-settings.entity';
import { SavedGuideline } from './accounts/settings/guideline.entity';
import { Passkey } from './accounts/sign-in/passkey.entity';
import { PasswordReset } from './accounts/sign-in/password-reset.entity';
import { PendingSignIn } from './accounts/sign-in/pending-sign-in.entity';
import { Session } from './accounts/sign-in/session.entity';
import { SignUp } from './accounts/sign-in/sign-up.entity';
import { TotpFactor } from './accounts/sign-in/totp-factor.entity';
import { BearerToken } from './accounts/tokens/bearer-token.entity';
import { User } from './accounts/user.entity';
import { MeterEvent, MeterLedger } from './billing/metering.entity';
import { StripeEvent } from './billing/stripe-event.entity';
import { UsageNotice } from './billing/usage-notice.entity';
import { AccountExport } from './calls/account-export.entity';
import { Agent } from './calls/agent.entity';
import { BookingFact } from './calls/booking-fact.entity';
import { CallAnalysis } from './calls/call-analysis.entity';
import { CallCheck } from './calls/call-check.entity';
import { CallCorrection } from './calls/call-correction.entity';
import { CallTranscript } from './calls/call-transcript.entity';
import { Call } from './calls/call.entity';
import { DeletedCall, Erasure } from './calls/erasure.entity';
import { InboxFolder } from './calls/inbox-folder.entity';
import { PendingWords } from './calls/pending-words.entity';
import { SavedFilter } from './calls/saved-filter.entity';
import { SharedLink } from './calls/shared-link.entity';
import { UsageRecord } from './calls/usage.entity';
import { Customer } from './customers/customer.entity';
import { Connection } from './deliveries/connection.entity';
import { Delivery, DeliveryAttempt } from './deliveries/delivery.entity';
import { FollowUpLink } from './deliveries/follow-up-link.entity';
import { MailSuppression } from './deliveries/mail-suppression.entity';
import { Mail } from './deliveries/mail.entity';
import { UserDeletion } from './erasures/user-deletion.entity';
import { Escalation } from './follow-ups/escalation.entity';
import { FollowUp, FollowUpEvent } from './follow-ups/follow-up.entity';
import { WorkerRow } from './scheduling/worker.entity';
import { CallImport } from './servicetitan/call-import.entity';
import { ServiceTitanJob } from './servicetitan/service-titan-job.entity';
import { WeeklyLetterRow } from './weekly-letters/weekly-letter.entity';

export const ENTITIES = [
  User,
  Account,
  Member,
  SavedGuideline,
  Invitation,
  BearerToken,
  AccountSettings,
  SchedulingTurn,
  Agent,
  Call,
  CallTranscript,
  CallAnalysis,
  UsageRecord,
  Customer,
  FollowUp,
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
  PendingSignIn,
  TotpFactor,
  ContactMessage,
  Mail,
  Connection,
  MailSuppression,
  StripeEvent,
  MeterLedger,
  MeterEvent,
  UsageNotice,
  Assistant,
  SignUp,
  PasswordReset,
  SharedLink,
  PendingWords,
  BookingFact,
  CallImport,
  ServiceTitanJob,
  InboxFolder,
  SavedFilter,
  CallCorrection,
  CallCheck,
  Erasure,
  DeletedCall,
  AccountExport,
  UserDeletion,
];
