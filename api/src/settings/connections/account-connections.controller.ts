import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';

import { Access } from '../../auth/access/access.decorator';
import { OwnedAccountPipe, userNotFound } from '../../auth/access/owned-account.pipe';
import { ApiProblems } from '../../http/problems/problem.dto';
import { IdParam } from '../../http/request/id-param.decorator';
import { ConnectionsService } from './connections.service';
import { ConnectionDto } from './dto/connection.dto';

@ApiTags('Settings')
@Access('admin')
@Controller('api/admin/users/:userId/connections')
export class AccountConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get()
  @ApiOperation({ operationId: 'listConnectionsOfUser', summary: 'List the connections of any account' })
  @ApiParam({ name: 'userId', format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  @ApiOkResponse({ type: [ConnectionDto] })
  @ApiProblems({
    404: 'User not found.',
    409: 'The user does not own an account.',
  })
  list(@IdParam('userId', userNotFound, OwnedAccountPipe) accountId: string): Promise<ConnectionDto[]> {
    return this.connections.list(accountId);
  }
}
