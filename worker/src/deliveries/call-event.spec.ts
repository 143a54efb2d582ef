import { AccountSettings } from '@ringwell/database/entities/account-settings.entity';
import { CallAnalysis } from '@ringwell/database/entities/call-analysis.entity';
import { CallTranscript } from '@ringwell/database/entities/call-transcript.entity';
import { Call } from '@ringwell/database/entities/call.entity';
import { Delivery } from '@ringwell/database/entities/delivery.entity';
import { User } from '@ringwell/database/entities/user.entity';

import { callEvent } from './call-event';
import type { DeliveryMessage } from './delivery-channel';

const result: DeliveryMessage['result'] = {
  transcript: Object.assign(new CallTranscript(), { runNumber: 1, durationSeconds: '40.60' }),
  analysis: Object.assign(new CallAnalysis(), { runNumber: 1, sentiment: 'positive', summary: 'The heater works again.' }),
  usageMinutes: 0.68,
};

function bodyOf(call: Partial<Call>, shown: DeliveryMessage['result']): unknown {
  return JSON.parse(callEvent({
    call: Object.assign(new Call(), { errorCode: null, skipReason: null, ...call }), result: shown, delivery: new Delivery(), settings: new AccountSettings(), user: new User(),
  }, 'https://calls.example.com'));
}

describe('the end of a call', () => {
  it('gives the result of a completed call', () => {
    expect(bodyOf({ state: 'completed' }, result)).toMatchObject({
      type: 'call.completed', data: { state: 'completed', error: null, sentiment: 'positive', label: 'Positive', durationSeconds: 40.6, usageMinutes: 0.68 },
    });
  });

  it('tells of a run that failed, and gives the result that an earlier one brought', () => {
    const failed = { state: 'failed' as const, runNumber: 2, resultRunNumber: 1, errorCode: 'X', errorMessage: 'It broke.' };
    expect(bodyOf(failed, result)).toMatchObject({
      type: 'call.failed', data: { error: { code: 'X', message: 'It broke.' }, sentiment: 'positive', summary: 'The heater works again.' },
    });
    expect(bodyOf(failed, null)).not.toHaveProperty('data.sentiment');
  });
});
