import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, ValidateIf } from 'class-validator';

import { IfSent } from '../http/request/if-sent.decorator';
import { IsId } from '../http/request/is-id.decorator';

class AgentMemberDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiProperty({ description: 'The email address if the member has no name.', example: 'Paul Ruiz' })
  name!: string;
}

export class AgentDto {
  @ApiProperty({ format: 'uuid', example: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11' })
  id!: string;

  @ApiProperty({ description: 'As first given or heard.', example: 'Paul' })
  name!: string;

  @ApiProperty({ example: 14 })
  callCount!: number;

  @ApiProperty({
    type: AgentMemberDto,
    nullable: true,
    description: 'The member that the agent is matched to. Calls show this name.',
  })
  member!: AgentMemberDto | null;

  @ApiProperty({
    type: AgentMemberDto,
    nullable: true,
    description: 'The only member whose name fits. Null once the agent is matched or the suggestion is dismissed.',
  })
  suggestion!: AgentMemberDto | null;

  @ApiProperty({ example: false })
  isSuggestionDismissed!: boolean;
}

export class MatchAgentDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'User ID of the member. Null removes the match: calls then show the name as given or heard.',
    example: null,
  })
  @ValidateIf((_match, value: unknown) => value !== null)
  @IsId('This must be the ID of a member, or null.')
  memberUserId!: string | null;

  @ApiPropertyOptional({
    description: 'Whether to stop suggesting a member for this agent. False by default.',
    example: true,
  })
  @IfSent()
  @IsBoolean({ message: 'This must be true or false.' })
  isSuggestionDismissed?: boolean;
}
