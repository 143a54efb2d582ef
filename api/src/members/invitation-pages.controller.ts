import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiSeeOtherResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../auth/access/access.decorator';
import { readLinkToken } from '../auth/email-links/link-token';
import { ApiLinkToken, ApiPage, ApiPageProblems } from '../auth/pages/api-page.decorator';
import { readFields, runForm, AcceptsForm, fieldText } from '../auth/pages/form-request';
import { PageProblemFilter } from '../auth/pages/page-problem.filter';
import { sendPage } from '../auth/pages/send-page';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { SessionsService } from '../auth/session/sessions.service';
import { LocalSignInGuard } from '../auth/sign-in/local-sign-in.guard';
import { INVITATION_PATH } from '../auth/sign-in/return-to';
import { signInPage } from '../auth/sign-in/sign-in-page';
import { SignUpResultDto } from '../auth/sign-up/sign-up.dto';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { StrictValidationPipe } from '../http/request/strict-validation.pipe';
import { Throttled } from '../http/throttling/throttled.decorator';
import { AcceptInvitationDto, JoinDto } from './dto/join.dto';
import { acceptInvitationPage, joinPage, signInToJoinPage } from './invitation-pages';
import { JoinService, type OpenInvitation } from './join.service';

// The message is the same whether or not the address has an account.
const SIGN_IN_NOW =
  "One more step, because the invitation wasn't sent by email: sign in with your email and password. If you already had " +
  'an account, open the invitation again after signing in.';
const JOINED_RESPONSE = { description: 'Joined. Forms are redirected to the account.' };
const PROBLEMS = {
  400: 'A field is invalid, or the link has expired or was used or revoked.',
};

@ApiTags('Members')
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

  @Get()
  @Throttled('public')
  @ApiOperation({
    summary: "Open an invitation's page",
    description: 'Changes nothing, because mail scanners open links.',
  })
  @ApiLinkToken('Token from the link.')
  @ApiPage("The account's name, and how to join.")
  @ApiPageProblems({ 400: 'The link has expired, or was used or revoked.' })
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
  @ApiOperation({ summary: 'Accept an invitation as the signed-in user' })
  @AcceptsForm(AcceptInvitationDto)
  @Responds(204, JOINED_RESPONSE)
  @ApiSeeOtherResponse({ description: 'For forms: redirects to the account.' })
  @ApiProblems({ ...PROBLEMS, 403: 'You are impersonating another user.' })
  async acceptInvitation(@Caller() caller: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const sid = requireSid(caller);
    const { token } = await this.validation.check(AcceptInvitationDto, await readFields(request));
    await this.join.accept(token, caller.userId, sid, request);
    sendJoinedResponse(request, response);
  }

  @Post('sign-up')
  @UseGuards(LocalSignInGuard)
  @Throttled('sign-up')
  @ApiOperation({ summary: 'Accept an invitation with a new password' })
  @AcceptsForm(JoinDto)
  @Responds(204, { description: 'Joined. The response sets the session cookie. Forms are redirected.' })
  @ApiAcceptedResponse({
    type: SignUpResultDto,
    description: 'If the invitation was not sent by email: what to do next. Forms get a page to sign in.',
  })
  @ApiSeeOtherResponse({ description: 'For forms: redirects to the account.' })
  @ApiProblems({
    ...PROBLEMS,
    403: 'The request came from another site, or password sign-in is disabled.',
    409: 'The address has an account, and the invitation was sent by email.',
  })
  async joinWithPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    const invitation = await this.join.find(readLinkToken(fields['token']));
    await runForm(
      request,
      response,
      async () => {
        const isSignedIn = await this.join.signUp(await this.validation.check(JoinDto, fields), request, response);
        if (isSignedIn) sendJoinedResponse(request, response);
        else if (request.is('json')) response.status(202).json({ message: SIGN_IN_NOW });
        else sendPage(response, this.renderSignInPage(invitation, request));
      },
      (failure) =>
        joinPage(this.config, readLinkToken(fields['token']), invitation, {
          failure,
          firstName: fieldText(fields['firstName']),
          lastName: fieldText(fields['lastName']),
        }),
    );
  }

  private renderSignInPage({ invitation: { email } }: OpenInvitation, request: Request): string {
    return signInPage(this.config, request, { email, returnTo: '/', intro: SIGN_IN_NOW });
  }
}

function sendJoinedResponse(request: Request, response: Response): void {
  if (request.is('json')) response.status(204).end();
  else response.redirect(303, '/');
}
