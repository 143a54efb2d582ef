import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import type { ActivityAction } from '@ringwell/domain/accounts/activity';
import { isFinalCallState } from '@ringwell/domain/calls/call';
import { conflict, forbidden, unprocessable, type AppError } from '@ringwell/domain/errors/app-error';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import { accountNotActive } from '../auth/access/account-not-active';
import type { Caller } from '../auth/principal/caller';
import type { Principal } from '../auth/principal/principal';
import { CallsService } from './calls.service';
import { lockResult } from './correct-label.service';
import { EditWordsService } from './edit-words.service';
import { CALL_TOO_OLD, TRANSCRIPT_EXPIRED } from './retention-messages';

const WORDS_UNRELIABLE =
  "This recording couldn't be transcribed well enough for a summary. Listen to it and write one yourself.";
const NO_WRITER = 'No language model is set up to write summaries. You can edit the summary instead.';

/**
 * Queues a call for another run. The result is kept until a new one replaces it. The call is not billed again, and no
 * alerts are sent.
 */
@Injectable()
export class ReprocessCallService {
  constructor(
    private readonly calls: CallsService,
    private readonly accounts: AccountsRepository,
    private readonly workers: WorkersRepository,
    private readonly words: EditWordsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /**
   * @throws AppError `CALL_NOT_FOUND`, `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`, `DEMO_CALL`, `CALL_UNDER_WAY`,
   * `RECORDING_MISSING`, `CALL_TOO_OLD`
   */
  async reprocess(caller: Caller, callId: string, { discardEdits = false }: { discardEdits?: boolean }): Promise<Call> {
    const { accountId } = caller;
    await this.assertProcessable(caller, callId);
    const queuedCall = await this.queueRun(caller, callId, {
      queueCall: async (repositories) => {
        const call = await repositories.calls.reprocess(accountId, callId);
        if (call && discardEdits) await this.words.restore(repositories, accountId, callId, caller.actor);
        return call;
      },
      activityEntry: { action: 'Call reprocessed', description: 'A call was queued for reprocessing.' },
    });
    return queuedCall ?? throwNotReprocessable(await this.calls.getOwned(caller.accountId, callId));
  }

  /**
   * Swaps the agent and the customer in the current transcript and queues the call for another analysis.
   * @throws AppError `CALL_NOT_FOUND`, `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`, `DEMO_CALL`, `CALL_UNDER_WAY`,
   * `CALL_TOO_OLD`, `NO_SPEAKERS`
   */
  async swapSpeakers(caller: Caller, callId: string): Promise<Call> {
    await this.assertProcessable(caller, callId);
    const queuedCall = await this.queueRun(caller, callId, {
      queueCall: ({ calls }) => calls.swapSpeakers(caller.accountId, callId),
      activityEntry: { action: 'Speakers swapped', description: "A call's agent and customer were swapped." },
    });
    return queuedCall ?? throwNotSwappable(await this.calls.getOwned(caller.accountId, callId));
  }

  /**
   * Requests a new summary and instruction based on a call's current transcript. Users' edits are kept.
   * @throws AppError `CALL_NOT_FOUND`, `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`, `NO_LABEL`, `DEMO_CALL`,
   * `TRANSCRIPT_EXPIRED`, `WORDS_UNRELIABLE`, `NO_WRITER`
   */
  async rewriteWords(caller: Caller, callId: string): Promise<void> {
    const { accountId } = caller;
    await this.assertProcessable(caller, callId);
    const hasWriter = await this.workers.hasWriter();
    await this.unitOfWork.run(async (repositories) => {
      const { call, analysis } = await lockResult(repositories, accountId, callId);
      if (call.source === 'demo') throw demoCallRejected();
      if (call.wordsExpiredAt) throw conflict('TRANSCRIPT_EXPIRED', TRANSCRIPT_EXPIRED);
      if (analysis.reviewReason === 'words_unreliable') throw conflict('WORDS_UNRELIABLE', WORDS_UNRELIABLE);
      if (!hasWriter) throw conflict('NO_WRITER', NO_WRITER);
      await repositories.pendingWords.requestRewrite(analysis);
      await repositories.activity.record(caller.actor, {
        action: 'Summary requested',
        description: "A call's summary is being rewritten.",
        accountId,
        metadata: { callId },
      });
    });
  }

  private async queueRun(
    { accountId, actor }: Caller,
    callId: string,
    {
      queueCall,
      activityEntry,
    }: {
      queueCall: (repositories: Repositories) => Promise<Call | null>;
      activityEntry: { action: ActivityAction; description: string };
    },
  ): Promise<Call | null> {
    const queuedCall = await this.unitOfWork.run(async (repositories) => {
      const call = await queueCall(repositories);
      if (call) await repositories.activity.record(actor, { ...activityEntry, accountId, metadata: { callId } });
      return call;
    });
    if (queuedCall) this.dispatcher.notify();
    return queuedCall;
  }

  private async assertProcessable(principal: Principal, callId: string): Promise<void> {
    await this.calls.getOwned(principal.accountId, callId);
    await this.assertProcessingEnabled(principal);
  }

  /**
   * Rejects calls that the worker would skip, because the state `skipped` would hide their result.
   * @throws AppError `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`
   */
  async assertProcessingEnabled({ accountId, status }: Principal): Promise<void> {
    if (status !== 'active') throw accountNotActive('reprocess calls');
    const settings = await this.accounts.findSettings(accountId);
    if (!settings?.active) {
      throw forbidden(
        'ACCOUNT_SWITCHED_OFF',
        'Call processing is turned off for this account. Turn it on in the settings first.',
      );
    }
  }
}

function throwNotReprocessable(call: Call): never {
  if (call.source === 'demo') throw demoCallRejected();
  const hasEnded = isFinalCallState(call.state);
  if (hasEnded && ((!call.hasGivenTranscript && call.recordingExpiredAt) || call.wordsExpiredAt)) throw callTooOld();
  if (hasEnded && !call.hasGivenTranscript && call.recordingKey === null && call.sealedRecordingUrl === null) {
    throw conflict('RECORDING_MISSING', 'The recording of this call is no longer stored. Send it again as a new call.');
  }
  throw callInProgress();
}

function throwNotSwappable(call: Call): never {
  if (call.source === 'demo') throw demoCallRejected();
  if (!isFinalCallState(call.state)) throw callInProgress();
  if (call.wordsExpiredAt) throw callTooOld();
  throw unprocessable(
    'NO_SPEAKERS',
    "There are no speakers to swap: this call's transcript doesn't distinguish the agent from the customer.",
  );
}

function demoCallRejected(): AppError {
  return conflict('DEMO_CALL', 'This was a demo call. Upload the recording to your account to process it.');
}

function callTooOld(): AppError {
  return conflict('CALL_TOO_OLD', CALL_TOO_OLD);
}

function callInProgress(): AppError {
  return conflict('CALL_UNDER_WAY', "This call is already being processed. Wait until it's done.");
}
