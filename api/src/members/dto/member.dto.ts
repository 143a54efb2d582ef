import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import { MEMBER_ROLES, type MemberRole } from '@ringwell/domain/accounts/member-role';

import { Email } from '../../http/request/email.decorator';
import { boolean, dateTime, FieldsType, oneOf, text, uuid } from '../../http/response/dto-fields';

const INVALID_ROLE = { message: `Choose a role: ${MEMBER_ROLES.join(', ')}.` };

export class MemberDto extends FieldsType({
  userId: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  email: text({ nullable: true, example: 'dana@reyes-hvac.example' }),
  firstName: text({ nullable: true, example: 'Dana' }),
  lastName: text({ nullable: true, example: 'Reyes' }),
  profileImageUrl: text({ nullable: true, example: 'https://images.example.com/dana.png' }),
  role: oneOf(MEMBER_ROLES, { example: 'owner' }),
  createdAt: dateTime({ description: 'When the member joined.', example: '2026-03-30T09:00:00.000Z' }),
}) {}

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

export class InvitationDto extends FieldsType({
  id: uuid({ example: '9b1f7c3d-4c1f-4a57-8f0c-5b2a9e7d6c10' }),
  email: text({ example: 'paul@reyes-hvac.example' }),
  role: oneOf(MEMBER_ROLES, { example: 'member' }),
  expiresAt: dateTime({ example: '2026-04-07T09:00:00.000Z' }),
  isExpired: boolean({ example: false }),
}) {}

export class NewInvitationDto extends FieldsType(InvitationDto, {
  link: text({
    nullable: true,
    description: "The link to send to the person. Null if email is set up. It can't be retrieved later.",
    example: null,
  }),
}) {}

export class AccountMembershipDto extends FieldsType({
  id: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  name: text({ description: "The company, or else the owner's name.", example: 'Reyes HVAC' }),
  role: oneOf(MEMBER_ROLES, { description: 'Your role.', example: 'member' }),
  isCurrent: boolean({ description: "Whether this is the session's current account.", example: true }),
}) {}
