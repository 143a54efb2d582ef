import { randomUUID } from 'node:crypto';

import { Account } from '@ringwell/database/accounts/account.entity';
import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { BookingFactView } from '@ringwell/domain/calls/booking-fact';
import type { StoredCorrection } from '@ringwell/domain/calls/label-correction';
import { disconnectedColumns } from '@ringwell/domain/channels/connection-settings';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

export interface TestDeliveryMessage {
  delivery: Delivery;
  account: Account;
  owner: User;
  settings: AccountSettings;
  call: Call;
  customerName: string | null;
  agentName: string | null;
  result: { transcript: CallTranscript; analysis: CallAnalysis; usageMinutes: number };
  correction: StoredCorrection | null;
  bookingFact: BookingFactView | null;
  recipientAlerts: null;
  callBack: NonNullable<DeliveryMessageParts['callBack']> | null;
}

export interface DeliveryMessageParts {
  delivery?: Partial<Delivery>;
  account?: Partial<Account>;
  owner?: Partial<User>;
  settings?: Partial<AccountSettings>;
  call?: Partial<Call>;
  customerName?: string;
  agentName?: string;
  callBack?: { text: string; url: string | null; takeUrl: string | null };
  analysis?: Partial<CallAnalysis>;
  correction?: StoredCorrection;
}

/** Makes a message about an unhappy customer's completed call, on its first attempt. Nothing is stored. */
export function makeDeliveryMessage(
  channel: DeliveryChannelName,
  parts: DeliveryMessageParts = {},
): TestDeliveryMessage {
  const accountId = parts.account?.id ?? randomUUID();
  const call = Object.assign(
    new Call(),
    {
      id: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
      accountId,
      source: 'n8n',
      state: 'completed',
      runNumber: 1,
      resultRunNumber: 1,
      externalId: null,
      leadCallId: null,
      jobId: null,
      customerId: null,
      sealedCallbackUrl: null,
      skipReason: null,
      errorCode: null,
      errorMessage: null,
      direction: 'inbound',
      fromNumber: '+15550100142',
      toNumber: '+15550100100',
      customerName: 'Dana Whitfield',
      occurredAt: new Date('2026-03-31T14:12:00Z'),
      createdAt: new Date('2026-03-31T14:17:00Z'),
      finishedAt: new Date('2026-03-31T14:18:00Z'),
    } satisfies Partial<Call>,
    parts.call,
  );
  return {
    call,
    customerName: parts.customerName ?? call.customerName,
    correction: parts.correction ?? null,
    bookingFact: null,
    recipientAlerts: null,
    callBack: parts.callBack ?? null,
    account: Object.assign(
      new Account(),
      { id: accountId, company: 'Whitfield Plumbing', serviceTitanTenant: '987654321' },
      parts.account,
    ),
    owner: Object.assign(
      new User(),
      { id: accountId, email: 'owner@example.com', firstName: 'Olive', lastName: 'Owner' },
      parts.owner,
    ),
    settings: Object.assign(
      new AccountSettings(),
      {
        ...disconnectedColumns(),
        accountId,
        active: true,
        timeZone: null,
        addOns: [],
        reviewAlertsEnabled: true,
        slackChannel: '#calls',
        serviceTitanEnvironment: 'production',
        reviewTolerance: 'standard',
        redaction: 'transcript_and_audio',
        hidePhoneNumbers: false,
        hideNames: false,
        hideAddresses: false,
        noteTarget: 'job_then_customer',
      } satisfies Partial<AccountSettings>,
      parts.settings,
    ),
    delivery: Object.assign(
      new Delivery(),
      {
        id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
        accountId,
        callId: call.id,
        runNumber: call.runNumber,
        event: null,
        channel,
        destination: '',
        destinationHash: '',
        state: 'sending',
        attempts: 1,
        uncertainTries: 0,
      } satisfies Partial<Delivery>,
      parts.delivery,
    ),
    agentName: parts.agentName ?? null,
    result: {
      usageMinutes: 4.2,
      transcript: Object.assign(new CallTranscript(), {
        callId: call.id,
        runNumber: 1,
        engine: 'openai',
        durationSeconds: '252.00',
        segments: [],
      }),
      analysis: Object.assign(
        new CallAnalysis(),
        {
          callId: call.id,
          runNumber: 1,
          engine: 'local',
          sentiment: 'negative',
          confidence: 0.93,
          needsReview: false,
          reviewReason: null,
          topic: 'quality',
          writer: 'llm:test',
          summary:
            "Dana's water heater is leaking again, two days after the repair. She asked for a refund for the visit.",
          keyPoints: ['The heater is two years old', 'A technician is coming on Thursday'],
          followUp: { needed: true, what: 'Call Dana back about the refund' },
          course: [],
          evidence: [],
        },
        parts.analysis,
      ),
    },
  };
}
