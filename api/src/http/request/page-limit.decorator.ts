import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export const DEFAULT_PAGE_LIMIT = 25;
const MAX_LIMIT = 100;
const MESSAGE = `This must be a whole number from 1 to ${MAX_LIMIT}.`;

/** Maximum number of entries on a page of a list. Initialize the property with `DEFAULT_PAGE_LIMIT`. */
export function PageLimit(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description,
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_PAGE_LIMIT,
      example: DEFAULT_PAGE_LIMIT,
    }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' && value !== '' ? Number(value) : value)),
    IsInt({ message: MESSAGE }),
    Min(1, { message: MESSAGE }),
    Max(MAX_LIMIT, { message: MESSAGE }),
  );
}
