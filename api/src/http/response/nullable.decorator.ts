import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

const FORMATS = ['date-time', 'uuid'] as const;

/** A property that may be null. Name its type, because the metadata of a nullable property says only `Object`. */
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
