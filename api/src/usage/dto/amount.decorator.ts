import { applyDecorators } from '@nestjs/common';
import { IsInt, IsNumber, Max, Min, ValidateIf } from 'class-validator';

/** A number from 0 that may be left out. @param refusal what anything else is answered with */
export function Amount(refusal: string, max: number): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_body: object, value: unknown) => value !== undefined),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message: refusal }),
    Min(0, { message: refusal }),
    Max(max, { message: `This is more than the ${max} that one record may have.` }),
  );
}

/** The same for whole numbers. */
export function Count(refusal: string, max: number): PropertyDecorator {
  return applyDecorators(Amount(refusal, max), IsInt({ message: refusal }));
}
