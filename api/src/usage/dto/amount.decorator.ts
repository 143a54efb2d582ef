import { applyDecorators } from '@nestjs/common';
import { IsInt, IsNumber, Max, Min, ValidateIf } from 'class-validator';

/** An optional number of at least 0. */
export function Amount(message: string, max: number): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_body: object, value: unknown) => value !== undefined),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message }),
    Min(0, { message }),
    Max(max, { message: `Use ${max} or less.` }),
  );
}

/** An optional whole number of at least 0. */
export function Count(message: string, max: number): PropertyDecorator {
  return applyDecorators(Amount(message, max), IsInt({ message }));
}
