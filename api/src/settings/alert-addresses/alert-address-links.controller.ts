import { Controller, Get, HttpCode, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../../auth/access/access.decorator';
import { ApiPage, ApiPageProblems } from '../../auth/pages/api-page.decorator';
import { readFields, AcceptsForm } from '../../auth/pages/form-request';
import { LinkProblemFilter } from '../../auth/pages/link-problem.filter';
import { sendPage } from '../../auth/pages/send-page';
import { CurrentActor } from '../../auth/principal/actor';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { alertAddressPage } from './alert-address-page';
import { AlertResponseDto } from './alert-address.dto';
import { AlertAddressesService, type LinkedAlertAddress } from './alert-addresses.service';

const LINK_INVALID = 'The link is invalid, or its account was deleted.';
const LINK_EXPIRED = 'The link has expired.';

/** The page behind the link in a confirmation email. Works without signing in. */
@ApiTags('Settings')
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

  @Get()
  @ApiOperation({
    summary: 'Open the page to confirm or decline alerts',
    description: 'Changes nothing, because mail scanners open links.',
  })
  @ApiPage('A page that says whether the address gets alerts, with buttons to change that.')
  @ApiPageProblems({ 400: LINK_EXPIRED, 404: LINK_INVALID })
  async openAlertAddressLink(@Param('token') token: string, @Res() response: Response): Promise<void> {
    this.respond(response, token, await this.links.openLink(token));
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Confirm or decline alerts with the link in an email' })
  @AcceptsForm(AlertResponseDto, ApiPageProblems)
  @ApiPage('The response is stored. Repeating the request has no effect.')
  @ApiPageProblems({
    400: `The response is not confirm or decline. ${LINK_EXPIRED}`,
    403: 'The request came from another site.',
    404: LINK_INVALID,
  })
  async respondToAlertAddressLink(
    @Param('token') token: string,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { response: choice } = await this.validation.check(AlertResponseDto, await readFields(request));
    const linkedAddress = await this.links.openLink(token);
    this.respond(response, token, await this.links.respond(linkedAddress, choice, actor));
  }

  private respond(response: Response, token: string, linkedAddress: LinkedAlertAddress): void {
    sendPage(response, alertAddressPage(this.config.PRODUCT_NAME, token, linkedAddress));
  }
}
