import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

import { FieldsType, number, text, uuid } from '../../http/response/dto-fields';
import { CallTranscriptDto } from './call-result.dto';

export const TRANSCRIPT_FORMATS = ['json', 'text'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

export class TranscriptQueryDto {
  @ApiPropertyOptional({
    enum: TRANSCRIPT_FORMATS,
    description: 'Takes precedence over the Accept header. text returns a file to download.',
    example: 'json',
  })
  @IsOptional()
  @IsIn(TRANSCRIPT_FORMATS, { message: `This must be ${TRANSCRIPT_FORMATS.join(' or ')}.` })
  format?: TranscriptFormat;
}

export class TranscriptDto extends FieldsType(CallTranscriptDto, {
  callId: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  durationSeconds: number({ description: 'Length of the recording.', example: 94.2 }),
  text: text({
    description: 'The segments as plain text, one per line.',
    example: 'Agent: Cedar Creek, how can I help?\nCustomer: Hi, my air conditioner is blowing warm air.',
  }),
}) {}
