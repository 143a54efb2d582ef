import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

import { MAX_LINK_TOKEN_LENGTH } from '../email-links/link-token';

const OPEN_AGAIN = 'Open the link again.';

export class SignInLinkDto {
  @ApiProperty({ description: 'Token from the link.', example: 'lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E' })
  @IsString({ message: OPEN_AGAIN })
  @MaxLength(MAX_LINK_TOKEN_LENGTH, { message: OPEN_AGAIN })
  token!: string;
}
