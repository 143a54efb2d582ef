import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { TokensRepository } from '@ringwell/database/accounts/tokens/tokens.repository';

import { Access } from '../auth/access/access.decorator';
import { OwnedAccountParam } from '../auth/access/owned-account.pipe';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, CONFIRMED_ADMINISTRATORS_ONLY, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { toDto } from '../http/response/to-dto';
import { tokenNotFound } from './account-tokens';
import { CreateTokenDto } from './dto/create-token.dto';
import { parseExpiration } from './dto/expiration.decorator';
import { NewTokenDto, TokenDto } from './dto/token.dto';
import { UserWithTokensDto } from './dto/user-with-tokens.dto';
import { tokenView, usersWithTokensView } from './token-view';
import { TokensService } from './tokens.service';

@ApiTags('Tokens')
@Access('admin')
@Controller('api/admin')
export class TokensController {
  constructor(
    private readonly service: TokensService,
    private readonly members: MembersRepository,
    private readonly tokens: TokensRepository,
  ) {}

  @Get('users-with-tokens')
  @ApiOperation({ summary: 'List users with their tokens, newest first' })
  @ApiOkResponse({ type: [UserWithTokensDto] })
  async listUsersWithTokens(): Promise<UserWithTokensDto[]> {
    const [users, tokens] = await Promise.all([this.members.listUsers(), this.tokens.list()]);
    return usersWithTokensView(users, tokens);
  }

  @Get('users/:userId/tokens')
  @ApiOperation({ summary: "List a user's tokens, newest first" })
  @ApiOkResponse({ type: [TokenDto] })
  async listTokens(@OwnedAccountParam() accountId: string): Promise<TokenDto[]> {
    return (await this.tokens.listByAccount(accountId)).map(tokenView);
  }

  @Post('users/:userId/tokens')
  @ApiOperation({
    summary: 'Generate a token',
    description:
      'The token is shown only in this response. Tokens of demo and disabled accounts work once the account is active.',
  })
  @ApiCreatedResponse({ type: NewTokenDto })
  @ApiProblems({
    400: 'A field is missing, unknown or invalid.',
    403: CONFIRMED_ADMINISTRATORS_ONLY,
  })
  async createToken(
    @Caller() caller: Caller,
    @OwnedAccountParam() accountId: string,
    @Body() { name, expiresAt, isReadOnly = false }: CreateTokenDto,
  ): Promise<NewTokenDto> {
    assertConfirmed(caller);
    const { record, token } = await this.service.create(caller.actor, accountId, {
      name,
      expiresAt: expiresAt ? parseExpiration(expiresAt) : null,
      isReadOnly,
    });
    return toDto(NewTokenDto, record, { token });
  }

  @Delete('tokens/:tokenId')
  @ApiOperation({
    summary: 'Delete a token',
    description: 'The token stops working immediately.',
  })
  @Responds(204, { description: 'The token was deleted.' })
  async deleteToken(@Caller() { actor }: Caller, @IdParam('tokenId', tokenNotFound) tokenId: string): Promise<void> {
    await this.service.delete(actor, tokenId);
  }
}
