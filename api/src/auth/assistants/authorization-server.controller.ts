import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { readJsonBody } from '../../http/body/json-body';
import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { RESOURCE_METADATA_PATH } from './assistant-paths';
import { ASSISTANT_SCOPES, AuthorizationServerService, readRegistration } from './authorization-server.service';

/** OAuth endpoints for assistants, as defined by the RFCs below. */
@ApiExcludeController()
@Access('public')
@UnparsedBody('any')
@Controller()
export class AuthorizationServerController {
  constructor(private readonly server: AuthorizationServerService) {}

  /** RFC 9728. */
  @Get(RESOURCE_METADATA_PATH)
  describeResource(): object {
    return {
      resource: this.server.resource,
      authorization_servers: [this.server.issuer],
      scopes_supported: ASSISTANT_SCOPES,
      bearer_methods_supported: ['header'],
    };
  }

  /** RFC 8414. */
  @Get('.well-known/oauth-authorization-server')
  async describe(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.server.handle(request, response);
  }

  @Get('api/oauth/authorize')
  @Throttled('public')
  async authorize(@Req() request: Request, @Res() response: Response): Promise<void> {
    const url = new URL(request.url, this.server.issuer);
    if (!url.searchParams.get('scope')) url.searchParams.set('scope', ASSISTANT_SCOPES.join(' '));
    request.url = url.pathname + url.search;
    dropCookie(request, 'ringwell_authorize'); // every connection starts from scratch
    await this.server.handle(request, response);
  }

  @Get('api/oauth/authorize/:uid')
  @Throttled('public')
  async resume(@Req() request: Request, @Res() response: Response): Promise<void> {
    dropCookie(request, 'ringwell_authorize');
    await this.server.handle(request, response);
  }

  /** RFC 7591. */
  @Post('api/oauth/register')
  @HttpCode(201)
  @Throttled('register-assistant')
  async register(@Req() request: Request, @Res() response: Response): Promise<void> {
    const registration = readRegistration(await readJsonBody(request));
    if (!registration) {
      response.status(400).json({
        error: 'invalid_client_metadata',
        error_description:
          'redirect_uris is required: one to five URIs of up to 500 characters each. Each must use https or point to ' +
          "the user's own computer. client_name is optional, up to 100 characters.",
      });
      return;
    }
    await this.server.register(registration, request, response);
  }

  @Post('api/oauth/token')
  @Throttled('assistant-token')
  async token(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.server.handle(request, response);
  }

  @Post('api/oauth/revoke')
  @Throttled('assistant-token')
  async revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.server.handle(request, response);
  }
}

function dropCookie({ headers }: Request, name: string): void {
  headers.cookie = headers.cookie
    ?.split(/;\s*/)
    .filter((pair) => !pair.startsWith(`${name}=`) && !pair.startsWith(`${name}.sig=`))
    .join('; ');
}
