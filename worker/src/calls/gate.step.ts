import { Injectable } from '@nestjs/common';

import { UsageRepository } from '@ringwell/database/billing/usage.repository';
import type { ClaimedCall } from '@ringwell/database/calls/call-runs.repository';
import { withSpan } from '@ringwell/platform/tracing/span';
import { currentUsagePeriod } from '@ringwell/rules/calendar/usage-period';

import { checkMinuteLimit, checkSwitches, chooseGateSettings, type GateSettings } from './gate';

@Injectable()
export class GateStep {
  constructor(private readonly usage: UsageRepository) {}

  /**
   * Runs the checks that don't need the recording.
   * @returns the settings to check the probed recording against
   * @throws CallSkipped
   */
  check(claimed: ClaimedCall): Promise<GateSettings> {
    return withSpan('gate', { attributes: { 'ringwell.step': 'gate' } }, () => this.checkSettings(claimed));
  }

  private async checkSettings({ call, account, settings }: ClaimedCall): Promise<GateSettings> {
    const wasCounted = call.runNumber > 1 && (await this.usage.hasRecordForCall(call.id));
    const gate = chooseGateSettings({ source: call.source, wasCounted, status: account.status }, settings);
    checkSwitches(gate, call.direction);
    if (gate.usageLimitEnabled) {
      const period = currentUsagePeriod(account, settings, new Date());
      checkMinuteLimit(gate, await this.usage.sumMinutes(account.id, period));
    }
    return gate;
  }
}
