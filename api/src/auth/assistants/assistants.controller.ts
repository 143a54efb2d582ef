import { Controller, Delete, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { ListedAssistant } from '@ringwell/database/accounts/assistants/assistants.repository';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { IdParam } from '../../http/request/id-param.decorator';
import { boolean, dateTime, FieldsType, text, uuid } from '../../http/response/dto-fields';
import { toDto } from '../../http/response/to-dto';
import { Access, RequiresRole } from '../access/access.decorator';
import { Caller } from '../principal/caller';
import { assistantNotFound, AssistantsService } from './assistants.service';

class AssistantDto extends FieldsType({
  id: uuid({ example: '2f6c1f0e-4c1f-4a57-8f0c-5b2a9e7d6c10' }),
  name: text({ description: "The app's self-reported name.", example: 'Claude' }),
  host: text({ description: 'Where the app runs: a host name, or "this computer".', example: 'claude.ai' }),
  isReadOnly: boolean({
    description: 'Whether the assistant can only read. Otherwise, it can also take and close follow-ups.',
    example: true,
  }),
  connectedBy: text({ description: 'The member who connected the assistant.', example: 'Dana Reyes' }),
  connectedAt: dateTime({ example: '2026-03-31T14:05:00Z' }),
  lastUsedAt: dateTime({ nullable: true, example: '2026-04-02T08:30:00Z' }),
}) {}

const DISCONNECTED_RESPONSE = { description: 'The assistant no longer has access.' };

@ApiTags('Settings')
@Access('session', 'viewer')
@Controller('api/my')
export class AssistantsController {
  constructor(private readonly assistants: AssistantsService) {}

  @Get('assistants')
  @ApiOperation({ summary: 'List the assistants that you have connected to the account' })
  @ApiOkResponse({ type: [AssistantDto], description: 'Newest first.' })
  async listMyAssistants(@Caller() { accountId, userId }: Caller): Promise<AssistantDto[]> {
    return (await this.assistants.list(accountId, userId)).map(assistantView);
  }

  @Delete('assistants/:id')
  @ApiOperation({ summary: 'Disconnect one of your assistants' })
  @Responds(204, DISCONNECTED_RESPONSE)
  @ApiProblems({ 404: 'You have not connected this assistant.' })
  async disconnectMyAssistant(
    @Caller() { accountId, userId, actor }: Caller,
    @IdParam('id', assistantNotFound) id: string,
  ): Promise<void> {
    await this.assistants.disconnect(accountId, id, actor, userId);
  }

  @Get('team/assistants')
  @RequiresRole('owner')
  @ApiOperation({ summary: 'List the assistants that members have connected to the account' })
  @ApiOkResponse({ type: [AssistantDto], description: 'Newest first.' })
  @ApiProblems({ 403: 'Owners only.' })
  async listAssistants(@Caller() { accountId }: Caller): Promise<AssistantDto[]> {
    return (await this.assistants.list(accountId)).map(assistantView);
  }

  @Delete('team/assistants/:id')
  @RequiresRole('owner')
  @ApiOperation({ summary: "Disconnect a member's assistant" })
  @Responds(204, DISCONNECTED_RESPONSE)
  @ApiProblems({ 403: 'Owners only.', 404: 'This assistant is not connected to the account.' })
  async disconnectAssistant(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', assistantNotFound) id: string,
  ): Promise<void> {
    await this.assistants.disconnect(accountId, id, actor);
  }
}

function assistantView(assistant: ListedAssistant): AssistantDto {
  return toDto(AssistantDto, assistant, {
    connectedBy: userDisplayName(assistant),
    connectedAt: assistant.createdAt,
  });
}
