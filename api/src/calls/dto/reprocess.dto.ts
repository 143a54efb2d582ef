import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBooleanString, IsOptional } from 'class-validator';

export class ReprocessDto {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    description: 'Whether the new words replace what people have edited, too. The label stays as it was corrected.',
    example: 'false',
  })
  @IsOptional()
  @IsBooleanString({ message: 'This must be true or false.' })
  discardEdits?: string;
}
