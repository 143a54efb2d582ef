import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

const MAX_LENGTH = 4_000;

export function ReturnTo(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: 'For forms: web app page to open after signing in. Other values are treated as /.',
      example: '/calls',
    }),
    IsOptional(),
    IsString({ message: 'This must be a path.' }),
    MaxLength(MAX_LENGTH, { message: `Use ${MAX_LENGTH} characters or fewer.` }),
  );
}
