import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import { MEMBER_ROLES, type MemberRole } from '@ringwell/domain/accounts/member-role';

import { Email } from '../../http/request/email.decorator';
import { ApiNullable } from '../../http/response/nullable.decorator';

const INVALID_ROLE = { message: `Choose a role: ${MEMBER_ROLES.join(', ')}.` };

export class MemberDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiNullable(String, { example: 'dana@reyes-hvac.example' })
  email!: string | null;

  @ApiNullable(String, { example: 'Dana' })
  firstName!: string | null;

  @ApiNullable(String, { example: 'Reyes' })
  lastName!: string | null;

  @ApiNullable(String, { example: 'https://images.example.com/dana.png' })
  profileImageUrl!: string | null;

  @ApiProperty({ enum: MEMBER_ROLES, example: 'owner' })
  role!: MemberRole;

  @ApiProperty({ format: 'date-time', description: 'When the member joined.', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;
}

export class ChangeRoleDto {
  @ApiProperty({ enum: MEMBER_ROLES, example: 'manager' })
  @IsIn(MEMBER_ROLES, INVALID_ROLE)
  role!: MemberRole;
}

export class InviteDto {
  @ApiProperty({ format: 'email', example: 'paul@reyes-hvac.example' })
  @Email('Please enter a valid email address')
  email!: string;

  @ApiProperty({ enum: MEMBER_ROLES, example: 'member' })
  @IsIn(MEMBER_ROLES, INVALID_ROLE)
  role!: MemberRole;
}

export class InvitationDto {
  @ApiProperty({ format: 'uuid', example: '9b1f7c3d-4c1f-4a57-8f0c-5b2a9e7d6c10' })
  id!: string;

  @ApiProperty({ example: 'paul@reyes-hvac.example' })
  email!: string;

  @ApiProperty({ enum: MEMBER_ROLES, example: 'member' })
  role!: MemberRole;

  @ApiProperty({ format: 'date-time', example: '2026-04-07T09:00:00.000Z' })
  expiresAt!: string;

  @ApiProperty({ example: false })
  isExpired!: boolean;
}

export class NewInvitationDto extends InvitationDto {
  @ApiNullable(String, {
    description: "Only if email isn't set up: the link to send to the person. It can't be retrieved later.",
    example: null,
  })
  link!: string | null;
}

export class AccountMembershipDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  id!: string;

  @ApiProperty({ description: "The company, or else the owner's name.", example: 'Reyes HVAC' })
  name!: string;

  @ApiProperty({ enum: MEMBER_ROLES, description: 'Your role.', example: 'member' })
  role!: MemberRole;

  @ApiProperty({ description: "Whether this is the session's current account.", example: true })
  isCurrent!: boolean;
}
