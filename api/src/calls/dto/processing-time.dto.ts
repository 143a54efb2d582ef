import { ApiNullable } from '../../http/response/nullable.decorator';

export class ProcessingTimeDto {
  @ApiNullable(Number, {
    description:
      'Most calls are processed within this many minutes with the recognizers in use; null without a recognizer.',
    example: 2,
  })
  usualMinutes!: number | null;
}
