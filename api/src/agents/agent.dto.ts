import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsBoolean, ValidateIf } from 'class-validator';

import { IfSent } from '../http/request/if-sent.decorator';
import { IsId } from '../http/request/is-id.decorator';
import { boolean, FieldsType, number, object, text, uuid } from '../http/response/dto-fields';

class AgentMemberDto extends FieldsType({
  userId: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  name: text({ description: "The agent's name if the member has no name.", example: 'Paul Ruiz' }),
}) {}

class AgentNameDto extends FieldsType({
  id: uuid({ example: '1c9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d12' }),
  name: text({ example: 'Paul Fenn' }),
}) {}

export class AgentDto extends FieldsType({
  id: uuid({ example: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11' }),
  name: text({ description: 'The name as first sent or recognized in a call.', example: 'Paul' }),
  callCount: number({ example: 14 }),
  member: object(AgentMemberDto, {
    nullable: true,
    description: "The member this agent is matched to. Calls show the member's name.",
  }),
  suggestion: object(AgentMemberDto, {
    nullable: true,
    description: 'The only member whose name matches. Null once the agent is matched or the suggestion is dismissed.',
  }),
  sameAs: object(AgentNameDto, {
    nullable: true,
    description: "Another agent who is the same person. Calls show that agent's name.",
  }),
  sameAsSuggestion: object(AgentNameDto, {
    nullable: true,
    description:
      'The only agent whose full name matches. Null if `suggestion` is set, the agent is matched or the suggestion is dismissed.',
  }),
  isHidden: boolean({ description: 'Whether reports and filters omit the name. Calls still show it.', example: false }),
  isSuggestionDismissed: boolean({ example: false }),
}) {}

export class MatchAgentDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'User ID of the member. Null removes the match, so calls show the original name again.',
    example: null,
  })
  @ValidateIf((_match, value: unknown) => value !== null)
  @IsId('This must be the ID of a member, or null.')
  memberUserId!: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description: "ID of another agent who is the same person, for people who aren't members. Null by default.",
    example: null,
  })
  @IsOptional()
  @IsId('This must be the ID of another agent, or null.')
  sameAsId?: string | null;

  @ApiPropertyOptional({
    description: 'Whether reports and filters omit the name, for example because it was misheard. False by default.',
    example: false,
  })
  @IfSent()
  @IsBoolean({ message: 'This must be true or false.' })
  isHidden?: boolean;

  @ApiPropertyOptional({
    description: 'Whether to stop suggesting who this agent is. False by default.',
    example: true,
  })
  @IfSent()
  @IsBoolean({ message: 'This must be true or false.' })
  isSuggestionDismissed?: boolean;
}
