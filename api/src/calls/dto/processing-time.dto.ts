import { ApiProperty } from '@nestjs/swagger';

export class ProcessingTimeDto {
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Most calls are processed within this many minutes, judged by the recognizers in use; null while none is.',
    example: 2,
  })
  usualMinutes!: number | null;
}
