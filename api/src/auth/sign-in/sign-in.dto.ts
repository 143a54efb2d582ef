import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';

/** RFC 3696, 3, with its erratum. */
const MAX_EMAIL_LENGTH = 320;
/** Hashing takes longer the longer the text; this bounds it. */
const MAX_PASSWORD_LENGTH = 1_000;
const MAX_RETURN_TO_LENGTH = 4_000;

const EMAIL_NEEDED = 'Enter your email address.';
const PASSWORD_NEEDED = 'Enter your password.';

/** Somebody who signs in with a password. */
export class SignInDto {
  @ApiProperty({ maxLength: MAX_EMAIL_LENGTH, example: 'dana@reyes-hvac.example' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Length(1, MAX_EMAIL_LENGTH, { message: EMAIL_NEEDED })
  @Matches(/^\P{Cc}*$/u, { message: EMAIL_NEEDED })
  email!: string;

  @ApiProperty({ format: 'password', maxLength: MAX_PASSWORD_LENGTH, example: 'correct horse battery staple' })
  @Length(1, MAX_PASSWORD_LENGTH, { message: PASSWORD_NEEDED })
  password!: string;

  @ApiPropertyOptional({
    description: 'For the form: the page of the web app to go to. Any other address counts as /.',
    example: '/calls',
  })
  @IsOptional()
  @IsString({ message: 'This must be a path.' })
  @MaxLength(MAX_RETURN_TO_LENGTH, {
    message: `This is longer than the ${MAX_RETURN_TO_LENGTH} characters that are taken.`,
  })
  returnTo?: string;
}
