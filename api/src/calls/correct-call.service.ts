import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { CorrectedDetails } from '@ringwell/database/calls/corrected-details';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { normalizeAgentName } from '@ringwell/domain/calls/agent';
import type { WordCorrection } from '@ringwell/domain/calls/transcript-correction';
import { conflict, invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { getCustomerKey } from '@ringwell/rules/calls/customer-key';

import { nothingToChange } from '../http/problems/nothing-to-change';
import { parseInstant } from '../http/request/instant.decorator';
import { callNotFound } from './calls.service';
import type { CorrectCallDto } from './dto/correct-call.dto';

/** Saves users' corrections to a call. The summary stays unchanged until the call is reprocessed. */
@Injectable()
export class CorrectCallService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws AppError `CALL_NOT_FOUND`, `NOTHING_TO_CHANGE` */
  async correct(accountId: string, callId: string, correction: CorrectCallDto, actor: Actor): Promise<void> {
    const details = toCorrectedDetails(correction);
    const fields = Object.keys(correction).filter((name) => correction[name as keyof CorrectCallDto] !== undefined);
    if (fields.length === 0) throw nothingToChange();
    await this.unitOfWork.run(
      async ({ calls, agents, customerChanges, relabeledCalls, followUpDeliveries, activity }) => {
        const agent = await findCorrectedAgent(agents, accountId, correction);
        if (!(await calls.updateDetails(accountId, callId, { ...details, ...agent }))) throw callNotFound();
        const call = await calls.find(accountId, callId);
        const key = call && getCustomerKey(call);
        // A call has a customer only after its first result, unless the caller hung up and is a lead.
        if (call && call.source !== 'demo' && (call.resultRunNumber !== null || (call.customerKey && key))) {
          const moveChanges = await customerChanges.moveCall(accountId, callId, key);
          // Direction, time and customer determine which follow-ups a call opens and settles.
          const changes = affectsFollowUps(fields) ? await relabeledCalls.apply({ ...call, customerKey: key }) : [];
          await followUpDeliveries.planEvents(accountId, [...moveChanges, ...changes]);
        }
        await activity.record(actor, {
          action: 'Call updated',
          description: "A call's details were corrected.",
          accountId,
          metadata: { callId, changed: fields },
        });
      },
    );
  }

  /**
   * Corrects a name or word in the transcript, and in the quotes from it.
   * @returns `undefined` when the call has no transcript
   * @throws AppError `TRANSCRIPT_CHANGED` when the transcript does not contain the words, `VALIDATION_FAILED` when the
   * transcript would become too long
   */
  correctTranscript(
    accountId: string,
    callId: string,
    correction: WordCorrection,
    actor: Actor,
  ): Promise<CallTranscript | undefined> {
    return this.unitOfWork.run(async ({ calls, activity }) => {
      const result = await calls.correctTranscript(accountId, callId, correction);
      if (result === 'no_transcript') return undefined;
      if (result === 'no_match')
        throw conflict(
          'TRANSCRIPT_CHANGED',
          "These words aren't in the transcript. Copy them as they're written there.",
        );
      if (result === 'too_long') throw transcriptTooLong();
      await activity.record(actor, {
        action: 'Transcript updated',
        description: "A word in a call's transcript was corrected.",
        accountId,
        metadata: { callId },
      });
      return result;
    });
  }
}

function affectsFollowUps(fields: readonly string[]): boolean {
  return fields.some((name) => ['direction', 'from', 'to', 'startedAt'].includes(name));
}

// TypeORM leaves undefined columns unchanged.
function toCorrectedDetails({ customerName, direction, from, to, jobId, startedAt }: CorrectCallDto): CorrectedDetails {
  const occurredAt = typeof startedAt === 'string' ? parseInstant(startedAt) : startedAt;
  return { customerName, direction, fromNumber: from, toNumber: to, jobId, occurredAt };
}

async function findCorrectedAgent(
  agents: Repositories['agents'],
  accountId: string,
  { agentName }: CorrectCallDto,
): Promise<Pick<CorrectedDetails, 'agentId' | 'agentSource'>> {
  if (agentName === undefined) return {};
  const name = normalizeAgentName(agentName);
  const agentId = name === null ? null : await agents.findOrCreateFromInput(accountId, name);
  return { agentId, agentSource: 'corrected' };
}

function transcriptTooLong(): AppError {
  const message = 'This would make the transcript too long.';
  return invalid('VALIDATION_FAILED', message, { errors: [{ field: 'to', message }] });
}
