import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

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
  @ApiOperation({ summary: "List any account's connections" })
  @ApiOkResponse({ type: [ConnectionDto] })
  @ApiProblems({
    404: 'User not found.',
    409: 'The user does not own an account.',
  })
  listConnectionsOfUser(
    @IdParam('userId', userNotFound, OwnedAccountPipe) accountId: string,
  ): Promise<ConnectionDto[]> {
    return this.connections.list(accountId);
  }
}
