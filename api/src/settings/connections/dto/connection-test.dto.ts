import { ApiProperty } from '@nestjs/swagger';

import {
  CONNECTION_CHANNELS,
  DELIVERY_STATES,
  type ConnectionChannel,
  type DeliveryState,
} from '@ringwell/domain/delivery';

export const TEST_OUTCOMES = ['sent', 'failed', 'waiting'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

class TestErrorDto {
  @ApiProperty({ example: 'SLACK_CHANNEL_NOT_FOUND' })
  code!: string;

  @ApiProperty({ example: 'Slack knows no channel of this name. Check it in the settings.' })
  message!: string;
}

class TestResultDto {
  @ApiProperty({ example: '#calls' })
  destination!: string;

  @ApiProperty({ enum: DELIVERY_STATES, example: 'sent' })
  state!: DeliveryState;

  @ApiProperty({ type: TestErrorDto, nullable: true })
  error!: TestErrorDto | null;
}

/** What came of testing a connection. */
export class ConnectionTestDto {
  @ApiProperty({ enum: CONNECTION_CHANNELS, example: 'slack' })
  channel!: ConnectionChannel;

  @ApiProperty({
    enum: TEST_OUTCOMES,
    description: 'failed when it failed at one place at least; waiting when nobody knows yet.',
    example: 'sent',
  })
  outcome!: TestOutcome;

  @ApiProperty({
    description: 'The outcome as a sentence.',
    example: 'A test message is on its way to #calls. Look for it there.',
  })
  message!: string;

  @ApiProperty({ type: [TestResultDto], description: 'By place.' })
  results!: TestResultDto[];
}
