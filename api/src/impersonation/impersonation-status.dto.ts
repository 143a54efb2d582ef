import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../http/response/nullable.decorator';

class ImpersonatedUserDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  id!: string;

  @ApiNullable(String, { example: 'Dana' })
  firstName!: string | null;

  @ApiNullable(String, { example: 'Reyes' })
  lastName!: string | null;

  @ApiNullable(String, {
    description: 'Null when the sign-in provider sends none.',
    example: 'dana@reyes-hvac.example',
  })
  email!: string | null;
}

class ImpersonatingAdministratorDto {
  @ApiNullable(String, { description: 'Null when the sign-in provider sends none.', example: 'admin@ringwell.local' })
  email!: string | null;
}

export class ImpersonationStatusDto {
  @ApiProperty({ example: true })
  isImpersonating!: boolean;

  @ApiNullable(ImpersonatedUserDto, { description: 'The impersonated user; null when not impersonating.' })
  impersonatedUser!: ImpersonatedUserDto | null;

  @ApiNullable(ImpersonatingAdministratorDto, {
    description: 'The impersonating administrator; null when not impersonating.',
  })
  admin!: ImpersonatingAdministratorDto | null;
}
