import { FieldsType, number } from '../../http/response/dto-fields';

export class ProcessingTimeDto extends FieldsType({
  usualMinutes: number({
    nullable: true,
    description:
      'Most calls are processed within this many minutes with the recognizers in use; null without a recognizer.',
    example: 2,
  }),
}) {}
