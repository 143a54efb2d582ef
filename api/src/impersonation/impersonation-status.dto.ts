import { ApiProperty } from '@nestjs/swagger';

class ImpersonatedUserDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  id!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Dana' })
  firstName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Reyes' })
  lastName!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null when the sign-in provider sends none.',
    example: 'dana@reyes-hvac.example',
  })
  email!: string | null;
}

class ImpersonatingAdministratorDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null when the sign-in provider sends none.',
    example: 'admin@ringwell.local',
  })
  email!: string | null;
}

export class ImpersonationStatusDto {
  @ApiProperty({ example: true })
  isImpersonating!: boolean;

  @ApiProperty({
    type: ImpersonatedUserDto,
    nullable: true,
    description: 'The impersonated user; null when not impersonating.',
  })
  impersonatedUser!: ImpersonatedUserDto | null;

  @ApiProperty({
    type: ImpersonatingAdministratorDto,
    nullable: true,
    description: 'The impersonating administrator; null when not impersonating.',
  })
  admin!: ImpersonatingAdministratorDto | null;
}
