import type { OpenCheck } from '@ringwell/database/calls/call-checks.repository';
import { callTime } from '@ringwell/domain/calls/call';

import type { DrawnCallDto } from './dto/check.dto';

export function drawnCallView(call: OpenCheck): DrawnCallDto {
  return {
    id: call.id,
    direction: call.direction,
    from: call.fromNumber,
    to: call.toNumber,
    customerName: call.customerName,
    startedAt: callTime(call).toISOString(),
    durationSeconds: call.durationSeconds === null ? null : Number(call.durationSeconds),
    peaks: call.peaks,
    audio: `/api/calls/${call.id}/audio`,
  };
}
