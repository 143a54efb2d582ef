import { ApiProperty } from '@nestjs/swagger';

export class LivenessDto {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status!: 'ok';
}

export const READINESS_STATES = ['ok', 'degraded', 'unavailable'] as const;
export type ReadinessState = (typeof READINESS_STATES)[number];

export const STORE_STATES = ['up', 'down'] as const;
export type StoreState = (typeof STORE_STATES)[number];

class StoresDto {
  @ApiProperty({ enum: STORE_STATES, example: 'up' })
  postgres!: StoreState;

  @ApiProperty({ enum: STORE_STATES, description: 'Recording storage.', example: 'up' })
  storage!: StoreState;

  @ApiProperty({
    enum: STORE_STATES,
    description: 'When down, calls are accepted and processed later.',
    example: 'up',
  })
  redis!: StoreState;
}

class FleetDto {
  @ApiProperty({ description: 'Number of live workers.', example: 2 })
  count!: number;

  @ApiProperty({ description: 'Number of calls that the workers can run at the same time.', example: 4 })
  slots!: number;
}

export class EnginesDto {
  @ApiProperty({ type: [String], description: 'Engines of the live workers.', example: ['pocketsphinx'] })
  transcription!: string[];

  @ApiProperty({ type: [String], example: ['local'] })
  analysis!: string[];
}

export class ReadinessDto {
  @ApiProperty({
    enum: READINESS_STATES,
    description:
      'degraded: calls are accepted but wait. unavailable: calls are not accepted; the HTTP status is then 503.',
    example: 'ok',
  })
  status!: ReadinessState;

  @ApiProperty({ type: StoresDto })
  stores!: StoresDto;

  @ApiProperty({ type: FleetDto })
  workers!: FleetDto;

  @ApiProperty({ type: EnginesDto })
  engines!: EnginesDto;
}
