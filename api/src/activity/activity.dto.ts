import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

import { ACTIVITY_KINDS, type ActivityKind } from '@ringwell/domain/activity';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const INVALID_LIMIT = `This must be a whole number from 1 to ${MAX_LIMIT}.`;

export class ActivityQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'Number of entries, newest first.',
    example: 20,
  })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value,
  )
  @Max(MAX_LIMIT, { message: INVALID_LIMIT })
  @Min(1, { message: INVALID_LIMIT })
  @IsInt({ message: INVALID_LIMIT })
  limit: number = DEFAULT_LIMIT;
}

export class ActivityDto {
  @ApiProperty({ format: 'uuid', example: '9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10' })
  id!: string;

  @ApiProperty({ example: 'User created' })
  action!: string;

  @ApiProperty({
    enum: ACTIVITY_KINDS,
    description: 'Shown as the badge New, Update, Removed or Action.',
    example: 'new',
  })
  kind!: ActivityKind;

  @ApiProperty({ example: 'admin@example.com created the user dana@reyes-hvac.example.' })
  description!: string;

  @ApiProperty({ format: 'date-time', description: 'Same as createdAt.', example: '2026-03-31T14:05:00.000Z' })
  timestamp!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  createdAt!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The actor; null for visitors and deleted users.',
    example: '2f6b0c9e-1d47-4a0b-8f53-5a7c9e2d1b34',
  })
  userId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Alex Kim' })
  userName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'admin@example.com' })
  userEmail!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Ids of the affected records.',
    example: { targetUserId: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' },
  })
  metadata!: Record<string, unknown> | null;

  @ApiProperty({ type: String, nullable: true, example: '203.0.113.7' })
  ipAddress!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Mozilla/5.0 (X11; Linux x86_64)' })
  userAgent!: string | null;
}
