import { Password } from '../../auth/password/password.decorator';

export class SetPasswordDto {
  @Password({ example: 'cool-all-summer-long' })
  password!: string;
}
