import { setImmediate } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { GuidelinesRepository } from '@ringwell/database/accounts/settings/guidelines.repository';
import { PastCallsRepository, type PastCallSummary } from '@ringwell/database/calls/past-calls.repository';
import { MAX_BACK_TEST_CALLS, MAX_BACK_TEST_CHECKS, type GuidelineRule } from '@ringwell/domain/accounts/guideline';
import { BackTest } from '@ringwell/domain/calls/back-test';
import { callTime } from '@ringwell/domain/calls/call';
import { getCaller } from '@ringwell/domain/calls/call-note';

import type { BackTestDto } from './dto/back-test.dto';

// Limits how many transcripts are in memory at once.
const BATCH_SIZE = 25;

/** Tests a draft's rules on past calls, without saving anything or running an analyst. */
@Injectable()
export class BackTestService {
  constructor(
    private readonly guidelines: GuidelinesRepository,
    private readonly calls: PastCallsRepository,
  ) {}

  async run(accountId: string, draft: readonly GuidelineRule[]): Promise<BackTestDto> {
    const currentGuideline = await this.guidelines.findCurrent(accountId);
    const backTest = new BackTest(currentGuideline?.rules ?? [], draft);
    const callById = new Map<string, PastCallSummary>();
    const withoutTranscript = { recent: 0, checked: 0 };
    const keys = await this.calls.listKeys(accountId, MAX_BACK_TEST_CALLS, MAX_BACK_TEST_CHECKS);
    for (let start = 0; start < keys.length; start += BATCH_SIZE) {
      for (const { key, call, pastCall } of await this.calls.read(accountId, keys.slice(start, start + BATCH_SIZE))) {
        callById.set(call.id, call);
        // Yield to other requests, because long rules take milliseconds per call.
        await setImmediate();
        if (pastCall) backTest.add(pastCall);
        else {
          if (key.isRecent) withoutTranscript.recent += 1;
          if (key.answer !== null) withoutTranscript.checked += 1;
        }
      }
    }
    const { recent, checked, changedCalls, changedCallCount } = backTest.report();
    return {
      recent: { ...recent, withoutTranscript: withoutTranscript.recent },
      checked: { ...checked, withoutTranscript: withoutTranscript.checked },
      changedCalls: changedCalls.flatMap((changedCall) => {
        const call = callById.get(changedCall.id);
        return call ? [{ ...changedCall, ...callView(call) }] : [];
      }),
      changedCallCount,
    };
  }
}

function callView(
  call: PastCallSummary,
): Pick<BackTestDto['changedCalls'][number], 'startedAt' | 'direction' | 'customerName' | 'phone'> {
  const { name, phone } = getCaller(call);
  return { startedAt: callTime(call).toISOString(), direction: call.direction, customerName: name, phone };
}
