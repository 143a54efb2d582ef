import { AccountLane } from './entities/account-lane.entity';
import { AccountSettings } from './entities/account-settings.entity';
import { ActivityLog } from './entities/activity-log.entity';
import { BearerToken } from './entities/bearer-token.entity';
import { CallAnalysis } from './entities/call-analysis.entity';
import { CallTranscript } from './entities/call-transcript.entity';
import { Call } from './entities/call.entity';
import { Connection } from './entities/connection.entity';
import { ContactMessage } from './entities/contact-message.entity';
import { Delivery, DeliveryAttempt } from './entities/delivery.entity';
import { MailSuppression } from './entities/mail-suppression.entity';
import { Mail } from './entities/mail.entity';
import { MeterEvent, MeterLedger } from './entities/metering.entity';
import { Session } from './entities/session.entity';
import { StripeEvent } from './entities/stripe-event.entity';
import { UsageNotice } from './entities/usage-notice.entity';
import { UsageDaily, UsageRecord, UsageWeekly } from './entities/usage.entity';
import { User } from './entities/user.entity';
import { WorkerRow } from './entities/worker.entity';

/** Every table. */
export const ENTITIES = [
  User,
  BearerToken,
  AccountSettings,
  AccountLane,
  Call,
  CallTranscript,
  CallAnalysis,
  UsageRecord,
  UsageDaily,
  UsageWeekly,
  Delivery,
  DeliveryAttempt,
  WorkerRow,
  ActivityLog,
  Session,
  ContactMessage,
  Mail,
  Connection,
  MailSuppression,
  StripeEvent,
  MeterLedger,
  MeterEvent,
  UsageNotice,
];
