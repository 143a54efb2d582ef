import { ValidateIf } from 'class-validator';

import { RequiredName } from '../../auth/current-user/name.decorator';

export class TakeFollowUpDto {
  @ValidateIf((_object, value) => value !== undefined)
  @RequiredName('Enter your name.', {
    required: false,
    description: "The person's name. Required for links in chats, ignored for links in emails.",
    example: 'Dana Reyes',
  })
  name?: string;
}
