import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

const FORMATS = ['date-time', 'uuid'] as const;

/** A property that may be null. Its type must be named, because the metadata of such a property says only `Object`. */
export function ApiNullable(
  type: ApiPropertyOptions['type'] | (typeof FORMATS)[number],
  options: ApiPropertyOptions = {},
): PropertyDecorator {
  const format = FORMATS.find((name) => name === type);
  return ApiProperty({
    ...(format ? { type: String, format } : { type }),
    nullable: true,
    ...options,
  } as ApiPropertyOptions);
}
