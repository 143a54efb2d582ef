import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNumber, Min } from 'class-validator';

import { SHARE_DAYS, SHARE_SCOPES, type ShareDays, type ShareScope } from '@ringwell/domain/calls/shared-link';

import { IfSent } from '../../http/request/if-sent.decorator';
import { dateTime, FieldsType, number, object, oneOf, text, uuid } from '../../http/response/dto-fields';

const SECONDS_MESSAGE = 'This must be a number of seconds from the start of the recording.';

export class CreateSharedLinkDto {
  @ApiProperty({
    enum: SHARE_SCOPES,
    description:
      'What the link shows. summary: the label and the summary, without the phone number. clip: a part of the ' +
      'recording and its words. whole: also the transcript, the recording and the phone number.',
    example: 'summary',
  })
  @IsIn(SHARE_SCOPES, { message: `This must be ${SHARE_SCOPES.join(', ')}.` })
  scope!: ShareScope;

  @ApiProperty({ enum: SHARE_DAYS, description: 'Number of days until the link expires.', example: 7 })
  @IsIn(SHARE_DAYS, { message: `This must be ${SHARE_DAYS.join(', ')}.` })
  days!: ShareDays;

  @ApiPropertyOptional({ type: Number, description: 'For a clip: its start, in seconds.', example: 12 })
  @IfSent()
  @IsNumber({}, { message: SECONDS_MESSAGE })
  @Min(0, { message: SECONDS_MESSAGE })
  fromSeconds?: number;

  @ApiPropertyOptional({
    type: Number,
    description: 'For a clip: its end, in seconds, at most five minutes after its start.',
    example: 40,
  })
  @IfSent()
  @IsNumber({}, { message: SECONDS_MESSAGE })
  @Min(0, { message: SECONDS_MESSAGE })
  toSeconds?: number;
}

class ClipDto extends FieldsType({
  fromSeconds: number({ example: 12 }),
  toSeconds: number({ example: 40 }),
}) {}

export class SharedLinkDto extends FieldsType({
  id: uuid({ example: '2f7b1f39-13fd-49b5-a84c-1ed6f6a0f6f1' }),
  scope: oneOf(SHARE_SCOPES, { example: 'summary' }),
  clip: object(ClipDto, {
    nullable: true,
    description: 'The shared part of the recording. Null unless the link shows a clip.',
  }),
  createdAt: dateTime({ example: '2026-03-31T14:12:41.300Z' }),
  expiresAt: dateTime({ example: '2026-04-07T14:12:41.300Z' }),
  firstOpenedAt: dateTime({ nullable: true, example: '2026-03-31T15:02:10.000Z' }),
  lastOpenedAt: dateTime({ nullable: true, example: '2026-03-31T16:40:00.000Z' }),
  openings: number({
    description: "Number of times a browser opened the page. Link scanners don't count.",
    example: 2,
  }),
}) {}

export class NewSharedLinkDto extends FieldsType(SharedLinkDto, {
  url: text({
    description: 'URL of the page. It is only returned here and cannot be retrieved later.',
    example: 'https://ringwell.example.com/shared/Y2FsbCBzaGFyZWQgd2l0aCB5b3U',
  }),
}) {}
