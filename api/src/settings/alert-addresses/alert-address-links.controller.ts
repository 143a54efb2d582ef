import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../../auth/access/access.decorator';
import { readForm } from '../../auth/pages/form-request';
import { LinkProblemFilter } from '../../auth/pages/link-problem.filter';
import { sendPage } from '../../auth/pages/send-page';
import { CurrentActor } from '../../auth/principal/actor';
import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { alertAddressPage } from './alert-address-page';
import { AlertResponseDto } from './alert-address.dto';
import { AlertAddressesService, type LinkedAlertAddress } from './alert-addresses.service';

/** The page behind the link in a confirmation email. Works without signing in. */
@ApiExcludeController()
@Access('public')
@Throttled('public')
@UseFilters(LinkProblemFilter)
@Controller('api/alert-addresses/:token')
export class AlertAddressLinksController {
  constructor(
    private readonly links: AlertAddressesService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Changes nothing, because mail scanners open links. */
  @Get()
  async openAlertAddressLink(@Param('token') token: string, @Res() response: Response): Promise<void> {
    this.respond(response, token, await this.links.openLink(token));
  }

  @Post()
  @UnparsedBody()
  async respondToAlertAddressLink(
    @Param('token') token: string,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { response: choice } = await this.validation.check(AlertResponseDto, await readForm(request));
    const linkedAddress = await this.links.openLink(token);
    this.respond(response, token, await this.links.respond(linkedAddress, choice, actor));
  }

  private respond(response: Response, token: string, linkedAddress: LinkedAlertAddress): void {
    sendPage(response, alertAddressPage(this.config.PRODUCT_NAME, token, linkedAddress));
  }
}
