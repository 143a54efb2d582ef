import { ApiProperty } from '@nestjs/swagger';

import { USER_STATUSES, type UserStatus } from '@ringwell/database/accounts/user.entity';

import { BaseUserDto } from '../../auth/base-user.dto';
import { TokenDto } from './token.dto';

export class UserWithTokensDto extends BaseUserDto {
  @ApiProperty({ enum: USER_STATUSES, description: 'Only active accounts can have tokens.', example: 'active' })
  status!: UserStatus;

  @ApiProperty({ description: 'When false, no token of the account works.', example: true })
  isActive!: boolean;

  @ApiProperty({ type: [TokenDto], description: 'Newest first.' })
  tokens!: TokenDto[];
}
