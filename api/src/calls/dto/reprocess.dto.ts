import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

export class ReprocessDto {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    description:
      "Whether the new summary and instruction also replace users' edits. A corrected label, outcome or agent is kept.",
    example: 'false',
  })
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'This must be true or false.' })
  discardEdits?: 'true' | 'false';
}
