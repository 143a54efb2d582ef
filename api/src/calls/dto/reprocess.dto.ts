import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBooleanString, IsOptional } from 'class-validator';

export class ReprocessDto {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    description: "Whether the new texts also replace users' edits. A corrected label is kept.",
    example: 'false',
  })
  @IsOptional()
  @IsBooleanString({ message: 'This must be true or false.' })
  discardEdits?: string;
}
