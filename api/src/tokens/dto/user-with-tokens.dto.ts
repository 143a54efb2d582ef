import { ApiProperty } from '@nestjs/swagger';

import { ACCOUNT_STATUSES, type AccountStatus } from '@ringwell/database/accounts/account.entity';

import { BaseUserDto } from '../../auth/current-user/base-user.dto';
import { TokenDto } from './token.dto';

export class UserWithTokensDto extends BaseUserDto {
  @ApiProperty({
    enum: ACCOUNT_STATUSES,
    nullable: true,
    description: "Tokens work while the account is active. Null for users without an account, who don't have tokens.",
    example: 'active',
  })
  status!: AccountStatus | null;

  @ApiProperty({ description: "If not, none of the account's tokens work.", example: true })
  isActive!: boolean;

  @ApiProperty({ type: [TokenDto], description: 'Newest first.' })
  tokens!: TokenDto[];
}
