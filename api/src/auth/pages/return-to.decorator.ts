import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

const MAX_LENGTH = 4_000;

/** The form field with the page to open afterwards. */
export function ReturnTo(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: 'For forms: page of the web app to open afterwards. Anything else is treated as /.',
      example: '/calls',
    }),
    IsOptional(),
    IsString({ message: 'This must be a path.' }),
    MaxLength(MAX_LENGTH, { message: `Use ${MAX_LENGTH} characters or fewer.` }),
  );
}
