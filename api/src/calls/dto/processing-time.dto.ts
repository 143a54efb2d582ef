import { ApiProperty } from '@nestjs/swagger';

export class ProcessingTimeDto {
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Most calls are processed within this many minutes with the recognizers in use; null without a recognizer.',
    example: 2,
  })
  usualMinutes!: number | null;
}
