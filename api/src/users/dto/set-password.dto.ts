import { ApiProperty } from '@nestjs/swagger';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

import { MAX_PASSWORD_LENGTH, Password } from '../../auth/password/password.decorator';

export class SetPasswordDto {
  @ApiProperty({
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    writeOnly: true,
    example: 'cool-all-summer-long',
  })
  @Password()
  password!: string;
}
