import { ApiProperty } from '@nestjs/swagger';

import { USER_ROLES, type UserRole } from '@ringwell/database/accounts/user.entity';

import { ApiNullable } from '../../http/response/nullable.decorator';

export class BaseUserDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  id!: string;

  @ApiNullable(String, {
    description: "Null if the sign-in provider doesn't send one.",
    example: 'dana@reyes-hvac.example',
  })
  email!: string | null;

  @ApiNullable(String, { example: 'Dana' })
  firstName!: string | null;

  @ApiNullable(String, { example: 'Reyes' })
  lastName!: string | null;

  @ApiNullable(String, {
    description: "A path on this site for an uploaded picture, or the sign-in provider's URL.",
    example: '/api/users/5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21/picture?v=9f86d081884c7d659a2feaa0c55ad015.png',
  })
  profileImageUrl!: string | null;

  @ApiProperty({ enum: USER_ROLES, example: 'user' })
  role!: UserRole;
}
