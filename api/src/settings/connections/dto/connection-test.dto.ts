import { ApiProperty } from '@nestjs/swagger';

import {
  CONNECTION_CHANNELS,
  DELIVERY_STATES,
  type ConnectionChannel,
  type DeliveryState,
} from '@ringwell/domain/deliveries/delivery';

import { ApiNullable } from '../../../http/response/nullable.decorator';

export const TEST_OUTCOMES = ['sent', 'failed', 'waiting'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

class TestErrorDto {
  @ApiProperty({ example: 'SLACK_CHANNEL_NOT_FOUND' })
  code!: string;

  @ApiProperty({ example: 'Slack has no channel with this name. Check it in the settings.' })
  message!: string;
}

class TestResultDto {
  @ApiProperty({ example: '#calls' })
  destination!: string;

  @ApiProperty({ enum: DELIVERY_STATES, example: 'sent' })
  state!: DeliveryState;

  @ApiNullable(TestErrorDto)
  error!: TestErrorDto | null;
}

export class ConnectionTestDto {
  @ApiProperty({ enum: CONNECTION_CHANNELS, example: 'slack' })
  channel!: ConnectionChannel;

  @ApiProperty({
    enum: TEST_OUTCOMES,
    description: 'failed: at least one destination failed. waiting: the outcome is not known yet.',
    example: 'sent',
  })
  outcome!: TestOutcome;

  @ApiProperty({
    description: 'The outcome as a sentence.',
    example: 'A test message was posted to #calls.',
  })
  message!: string;

  @ApiProperty({ type: [TestResultDto], description: 'One per destination.' })
  results!: TestResultDto[];
}
