import { CALL_STATES } from '@ringwell/domain/calls/call';

import { FieldsType, object, oneOf, uuid } from '../../http/response/dto-fields';
import { DemoErrorDto, DemoResultDto } from './demo-upload.dto';

export const DEMO_PROGRESS = ['queued', 'transcribing', 'analysing', 'finished'] as const;
export type DemoProgress = (typeof DEMO_PROGRESS)[number];

export class DemoJobDto extends FieldsType({
  id: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  state: oneOf(CALL_STATES, {
    description: 'completed, skipped, failed and timed_out are final.',
    example: 'completed',
  }),
  progress: oneOf(DEMO_PROGRESS, { description: 'Current step.', example: 'finished' }),
  result: object(DemoResultDto, { nullable: true, description: 'Set once the call is completed.' }),
  error: object(DemoErrorDto, { nullable: true, description: 'Set if the demo ended without a result.' }),
}) {}
