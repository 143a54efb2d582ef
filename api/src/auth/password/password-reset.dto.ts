import { ApiProperty } from '@nestjs/swagger';

import { Email } from '../../http/request/email.decorator';
import { FieldsType, text } from '../../http/response/dto-fields';
import { LinkToken } from '../email-links/link-token';
import { Password } from './password.decorator';

export class ForgotPasswordDto {
  @ApiProperty({ format: 'email', example: 'dana@reyes-hvac.example' })
  @Email('Please enter a valid email address')
  email!: string;
}

export class ForgotPasswordResultDto extends FieldsType({
  message: text({
    description: 'The message is the same whether or not the address belongs to an account.',
    example: 'If an account exists for this email, a link to choose a new password is on its way.',
  }),
}) {}

export class ResetPasswordDto {
  @LinkToken('Token from the link in the email.', 'Open the link in the email again.')
  token!: string;

  @Password()
  newPassword!: string;
}
