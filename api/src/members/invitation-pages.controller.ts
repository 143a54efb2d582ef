import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../auth/access/access.decorator';
import { readLinkToken } from '../auth/email-links/link-token';
import { fieldText, readForm, showFormAgain } from '../auth/pages/form-request';
import { PageProblemFilter } from '../auth/pages/page-problem.filter';
import { sendPage } from '../auth/pages/send-page';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { SessionsService } from '../auth/session/sessions.service';
import { LocalSignInGuard } from '../auth/sign-in/local-sign-in.guard';
import { INVITATION_PATH } from '../auth/sign-in/return-to';
import { signInPage } from '../auth/sign-in/sign-in-page';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { StrictValidationPipe } from '../http/request/strict-validation.pipe';
import { Throttled } from '../http/throttling/throttled.decorator';
import { AcceptInvitationDto, JoinDto } from './dto/join.dto';
import { acceptInvitationPage, joinPage, signInToJoinPage } from './invitation-pages';
import { JoinService, type OpenInvitation } from './join.service';

// The message is the same whether or not the address has an account.
const SIGN_IN_NOW =
  "One more step, because the invitation wasn't sent by email: sign in with your email and password. If you already had " +
  'an account, open the invitation again after signing in.';

@ApiExcludeController()
@Access('public')
@UseFilters(PageProblemFilter)
@Controller(INVITATION_PATH)
export class InvitationPagesController {
  constructor(
    private readonly join: JoinService,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Changes nothing, because mail scanners open links. */
  @Get()
  @Throttled('public')
  async openInvitation(
    @Req() request: Request,
    @Res() response: Response,
    @Query('token') rawToken?: unknown,
  ): Promise<void> {
    const token = readLinkToken(rawToken);
    const invitation = await this.join.find(token);
    const session = await this.sessions.findCurrent(request);
    const user = session && !session.impersonator ? await this.users.findById(session.userId) : null;
    if (user) sendPage(response, acceptInvitationPage(this.config, token, invitation, userDisplayName(user)));
    else if (invitation.isExistingUser || this.config.LOCAL_SIGN_IN === 'off')
      sendPage(response, signInToJoinPage(this.config, token, invitation));
    else sendPage(response, joinPage(this.config, token, invitation));
  }

  @Post()
  @Access('session', 'viewer')
  @UnparsedBody()
  async acceptInvitation(@Caller() caller: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const sid = requireSid(caller);
    const { token } = await this.validation.check(AcceptInvitationDto, await readForm(request));
    await this.join.accept(token, caller.userId, sid, request);
    response.redirect(303, '/');
  }

  @Post('sign-up')
  @UseGuards(LocalSignInGuard)
  @Throttled('sign-up')
  @UnparsedBody()
  async joinWithPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readForm(request);
    const invitation = await this.join.find(readLinkToken(fields['token']));
    try {
      const isSignedIn = await this.join.signUp(await this.validation.check(JoinDto, fields), request, response);
      if (isSignedIn) response.redirect(303, '/');
      else sendPage(response, this.renderSignInPage(invitation, request));
    } catch (error) {
      showFormAgain(request, response, error, (failure) =>
        joinPage(this.config, readLinkToken(fields['token']), invitation, {
          failure,
          firstName: fieldText(fields['firstName']),
          lastName: fieldText(fields['lastName']),
        }),
      );
    }
  }

  private renderSignInPage({ invitation: { email } }: OpenInvitation, request: Request): string {
    return signInPage(this.config, request, { email, returnTo: '/', intro: SIGN_IN_NOW });
  }
}
