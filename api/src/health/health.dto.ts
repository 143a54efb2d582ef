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

  @ApiProperty({ enum: STORE_STATES, description: 'Where recordings lie.', example: 'up' })
  storage!: StoreState;

  @ApiProperty({ enum: STORE_STATES, description: 'Down: calls are taken in and run once it is back.', example: 'up' })
  redis!: StoreState;
}

class FleetDto {
  @ApiProperty({ description: 'Workers that are alive.', example: 2 })
  count!: number;

  @ApiProperty({ description: 'Calls they can run at once.', example: 4 })
  slots!: number;
}

/** Engines by step. */
export class EnginesDto {
  @ApiProperty({ type: [String], description: 'Of the workers that are alive.', example: ['pocketsphinx'] })
  transcription!: string[];

  @ApiProperty({ type: [String], example: ['local'] })
  analysis!: string[];
}

/** Whether calls can be taken in and processed. */
export class ReadinessDto {
  @ApiProperty({
    enum: READINESS_STATES,
    description:
      'degraded: calls are taken in but wait. unavailable: calls cannot be taken in; the status is then 503.',
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
