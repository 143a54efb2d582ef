import type { EntityManager } from 'typeorm';

import type { CallState } from '@ringwell/domain/calls/call';

import { Account } from '../accounts/account.entity';
import { AccountSettings } from '../accounts/settings/account-settings.entity';
import { guidelineInForceSql } from '../accounts/settings/guidelines.repository';
import { EntityColumns } from '../entity-columns';
import { knownFirstNamesSql } from './agents.repository';
import { Call } from './call.entity';

// The `coalesce` makes PostgreSQL look up the call by id. Otherwise it would prefer the active-calls index, which its
// statistics make look small even though it's full of outdated entries.
export const isInStateSql = (state: CallState): string => `coalesce(calls.state, '') = '${state}'`;

/** A lease expires this long after the last heartbeat. */
export const LEASE_SECONDS = 15;

/** SQL condition: no one has set the agent, so the name spoken on the call is used. */
export const IS_AGENT_HEARD = `coalesce(agent_source, 'heard') = 'heard'`;

const RUN_CALL_FIELDS = [
  'id',
  'accountId',
  'source',
  'externalId',
  'direction',
  'fromNumber',
  'toNumber',
  'customerName',
  'customerId',
  'leadCallId',
  'customerKey',
  'agentSource',
  'occurredAt',
  'sealedRecordingUrl',
  'recordingKey',
  'hasGivenTranscript',
  'hasPlayableCopy',
  'readSeconds',
  'statedSeconds',
  'customerChannel',
  'speakersSwapped',
  'audioRedaction',
  'tones',
  'skipReason',
  'runNumber',
  'resultRunNumber',
  'attempts',
  'createdAt',
] as const satisfies readonly (keyof Call)[];

const RUN_ACCOUNT_FIELDS = [
  'id',
  'company',
  'serviceTitanTenant',
  'status',
  'activatedAt',
  'createdAt',
] as const satisfies readonly (keyof Account)[];

const SETTINGS_OMITTED_FROM_RUN = [
  'id',
  'serviceTitanPollingEnabled',
  'serviceTitanJobDays',
  'weeklyLetterChats',
  'maxConcurrentWorkflows',
  'storageQuotaGb',
  'recordingsRetentionDays',
  'transcriptsRetentionDays',
  'averageTicketDollars',
  'inboxAfter',
  'inboxPatterns',
  'monthlyMinuteLimitChosen',
  'pollCursor',
  'lastPolledAt',
  'pollAfter',
  'jobCursor',
  'jobsReadAt',
  'readJobsAfter',
  'importCursor',
  'importReadAt',
  'readImportAfter',
  'stripeSubscriptionId',
  'stripeCustomerId',
  'subscriptionPlan',
  'subscriptionCheckedAt',
  'cancellationRequestedAt',
  'collectionPausedAt',
  'chargedFrom',
  'billingTriedAt',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof AccountSettings)[];

/** A call's data as of when the run claimed it. */
export type RunCall = Pick<Call, (typeof RUN_CALL_FIELDS)[number]>;
export type RunAccount = Pick<Account, (typeof RUN_ACCOUNT_FIELDS)[number]>;
export type RunSettings = Omit<AccountSettings, (typeof SETTINGS_OMITTED_FROM_RUN)[number]>;

export interface ClaimingStatement {
  sql: string;
  call: EntityColumns<RunCall>;
  account: EntityColumns<RunAccount>;
  settings: EntityColumns<RunSettings>;
}

// The processing time starts over if it ran out while the call was waiting, for example because the system was down.
const STARTED_AT = 'case when calls.deadline_at > now() then calls.started_at else now() end';

/**
 * Claims a call and returns everything that its run needs. A second query would cost every call a round trip and a
 * transaction. Omits columns that no run reads, because each of the 166 columns costs PostgreSQL 1.5 µs. Deliveries and
 * the next attempt continue this run's trace.
 */
export function buildClaimingStatement(manager: EntityManager): ClaimingStatement {
  const call = new EntityColumns<RunCall>(manager, Call, 'calls', { only: RUN_CALL_FIELDS });
  const account = new EntityColumns<RunAccount>(manager, Account, 'accounts', { only: RUN_ACCOUNT_FIELDS });
  const settings = new EntityColumns<RunSettings>(manager, AccountSettings, 'settings', {
    without: SETTINGS_OMITTED_FROM_RUN,
  });
  const sql = `
    update calls set state = 'running', attempts = calls.attempts + 1, worker_id = $3,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), trace_parent = coalesce($4, trace_parent),
      started_at = ${STARTED_AT}, audio_redaction = ${AUDIO_REDACTION},
      deadline_at = ${STARTED_AT} + make_interval(mins => settings.processing_timeout_minutes),
      updated_at = now()
    from account_settings settings join accounts on accounts.id = settings.account_id
    where calls.id = $1 and calls.lease_token = $2 and ${isInStateSql('released')} and settings.account_id = calls.account_id
      and accounts.is_active
    returning calls.started_at = now() and calls.run_number = 1 and calls.duration_seconds is null as "hasNoResults",
      extract(epoch from calls.deadline_at - clock_timestamp())::float8 * 1000 as "msUntilDeadline",
      extract(epoch from clock_timestamp() - calls.created_at)::float8 * 1000 as "ageMs", ${call.sql}, ${account.sql},
        ${settings.sql}, ${guidelineInForceSql('calls.account_id')} as guideline,
      coalesce((select json_agg(json_build_object('address', users.email, 'labels', members.alert_labels))
        from members join users on users.id = members.user_id
        where members.account_id = calls.account_id and members.alert_labels <> '{}' and users.is_active
          and users.email is not null), '[]') as "memberAlerts",
      case when calls.source <> 'demo' and ${IS_AGENT_HEARD} then ${knownFirstNamesSql('calls.account_id')} end as "knownNames"`;
  return { sql, call, account, settings };
}

// The recording stays playable while a call is reprocessed, until the new run finds something to redact.
const AUDIO_REDACTION = `case when settings.redaction <> 'transcript_and_audio' then nullif(audio_redaction, 'unchecked')
  when has_given_transcript then null
  when run_number = 1 then coalesce(audio_redaction, 'unchecked') else audio_redaction end`;
