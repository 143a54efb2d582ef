import { ApiProperty } from '@nestjs/swagger';

import { CALL_STATES, type CallState } from '@ringwell/domain/calls/call';

class CallLinksDto {
  @ApiProperty({
    description: "URL for the call's state and result.",
    example: '/api/n8n/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  })
  self!: string;
}

export class AcceptedCallDto {
  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  id!: string;

  @ApiProperty({ enum: CALL_STATES, example: 'queued' })
  state!: CallState;

  @ApiProperty({ type: CallLinksDto })
  links!: CallLinksDto;
}
