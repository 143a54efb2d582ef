import { ApiProperty } from '@nestjs/swagger';

import { USER_STATUSES, type UserStatus } from '@ringwell/database/accounts/user.entity';

import { PersonDto } from '../../auth/person.dto';
import { TokenDto } from './token.dto';

/** A user with the tokens of the account. */
export class UserWithTokensDto extends PersonDto {
  @ApiProperty({ enum: USER_STATUSES, description: 'Only active accounts can have tokens made.', example: 'active' })
  status!: UserStatus;

  @ApiProperty({ description: 'False: no token of the account can be used.', example: true })
  isActive!: boolean;

  @ApiProperty({ type: [TokenDto], description: 'The newest first.' })
  tokens!: TokenDto[];
}
