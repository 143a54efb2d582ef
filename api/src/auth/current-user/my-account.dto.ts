import { ApiPropertyOptional } from '@nestjs/swagger';

import { ClearableName, MAX_NAME_LENGTH } from './name.decorator';

// Omitted fields stay unchanged.
export class MyAccountDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'Null or empty clears it.',
    example: 'Dana',
  })
  @ClearableName()
  firstName?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'Null or empty clears it.',
    example: 'Reyes',
  })
  @ClearableName()
  lastName?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'Null or empty clears it.',
    example: 'Reyes HVAC',
  })
  @ClearableName()
  company?: string | null;
}
