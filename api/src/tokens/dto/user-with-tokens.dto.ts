import { ACCOUNT_STATUSES } from '@ringwell/database/accounts/account.entity';

import { BaseUserDto } from '../../auth/current-user/base-user.dto';
import { boolean, FieldsType, listOf, oneOf } from '../../http/response/dto-fields';
import { TokenDto } from './token.dto';

export class UserWithTokensDto extends FieldsType(BaseUserDto, {
  status: oneOf(ACCOUNT_STATUSES, {
    nullable: true,
    description: "Tokens work while the account is active. Null for users without an account, who don't have tokens.",
    example: 'active',
  }),
  isActive: boolean({ description: "If false, none of the account's tokens work.", example: true }),
  tokens: listOf(TokenDto, { description: 'Newest first.' }),
}) {}
