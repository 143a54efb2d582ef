import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

import { MAX_NAME_LENGTH, RequiredName } from '../../auth/current-user/name.decorator';

export class TakeFollowUpDto {
  @ApiPropertyOptional({
    maxLength: MAX_NAME_LENGTH,
    description: 'Name of the person. Required for links in chats, ignored for links in emails.',
    example: 'Dana Reyes',
  })
  @ValidateIf((_object, value) => value !== undefined)
  @RequiredName('Enter your name.')
  name?: string;
}
