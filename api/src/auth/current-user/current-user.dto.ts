import { ApiProperty } from '@nestjs/swagger';

import { USER_STATUSES, type UserStatus } from '@ringwell/database/accounts/user.entity';

import { PersonDto } from '../person.dto';

/** Whoever is signed in; while an administrator views another account, that account. */
export class CurrentUserDto extends PersonDto {
  @ApiProperty({ type: String, nullable: true, example: 'https://images.example.com/dana.png' })
  profileImageUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Reyes HVAC' })
  company!: string | null;

  @ApiProperty({ enum: USER_STATUSES, example: 'active' })
  status!: UserStatus;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2026-03-31T14:05:00.000Z',
    description: 'Without a subscription, usage months count from here.',
  })
  activatedAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ description: 'Whether a password is set, which can then be changed.', example: true })
  hasPassword!: boolean;
}
