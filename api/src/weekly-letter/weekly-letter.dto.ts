import { FieldsType, text } from '../http/response/dto-fields';

export class WeeklyLetterPreviewDto extends FieldsType({
  week: text({ description: "Monday of the letter's week.", example: '2026-11-16' }),
  subject: text({ example: 'Customer happiness last week: +41, up 12' }),
  text: text({
    description: 'The email as text.',
    example: 'Customer happiness last week: +41, up 12\nNov 16 – 22\n\nCalls: 128 calls, 4 need a listen\n',
  }),
}) {}

export class WeeklyLetterTestDto extends FieldsType({
  address: text({ description: 'Recipient: the address that you sign in with.', example: 'dana@reyes-hvac.example' }),
}) {}
