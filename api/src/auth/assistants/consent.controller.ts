import { Controller, Get, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { accountName } from '@ringwell/domain/accounts/account-name';
import { includesRole } from '@ringwell/domain/accounts/member-role';
import { conflict, forbidden, invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { Access } from '../access/access.decorator';
import { accountNotActive } from '../access/account-not-active';
import { readFields } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { getActor } from '../principal/actor';
import { Caller } from '../principal/caller';
import { requireSid } from '../principal/own-session';
import { SessionsService } from '../session/sessions.service';
import { CONSENT_PATH } from './assistant-paths';
import { AuthorizationServerService } from './authorization-server.service';
import { consentPage } from './consent-page';

type Interaction = Awaited<ReturnType<Awaited<AuthorizationServerService['provider']>['interactionDetails']>>;

@ApiExcludeController()
@Access('public')
@UseFilters(PageProblemFilter)
@Controller(CONSENT_PATH)
export class ConsentController {
  constructor(
    private readonly server: AuthorizationServerService,
    private readonly sessions: SessionsService,
    private readonly members: MembersRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get(':uid')
  async open(@Req() request: Request, @Res() response: Response): Promise<void> {
    const interaction = await this.getInteraction(request, response);
    const session = await this.sessions.findCurrent(request);
    if (!session) {
      response.redirect(`/api/login?returnTo=${encodeURIComponent(request.path)}`);
      return;
    }
    if (session.impersonator)
      throw forbidden(
        'IMPERSONATING',
        "You're viewing another account. Exit impersonation to connect an assistant to your own.",
      );
    const { name, redirectUri, host } = await this.describeApp(interaction);
    response.set(
      'Content-Security-Policy',
      // Browsers also apply form-action to the redirect that follows the form. It can't express IPv6 hosts such as
      // [::1].
      String(response.get('Content-Security-Policy')).replace(
        /form-action 'self'/,
        `form-action 'self' ${redirectUri.host.startsWith('[') ? 'http:' : redirectUri.origin}`,
      ),
    );
    sendPage(
      response,
      consentPage(this.config, {
        appName: name,
        host,
        accountName: await this.findAccountName(session.userId, session.accountId),
        accountId: session.accountId,
        canWrite: includesRole(session.memberRole, 'member'),
        action: request.path,
      }),
    );
  }

  @Post(':uid')
  @Access('session', 'viewer')
  @UnparsedBody()
  async decide(@Caller() caller: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const sid = requireSid(caller);
    const { choice, accountId } = await readFields(request);
    const interaction = await this.getInteraction(request, response);
    const provider = await this.server.provider;
    if (choice !== 'read' && choice !== 'write') {
      await provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'the user declined',
      });
      return;
    }
    if (caller.status !== 'active') throw accountNotActive('connect assistants');
    if (accountId !== caller.accountId) throw accountChanged();
    const { clientId, name, host } = await this.describeApp(interaction);
    const isReadOnly = choice === 'read' || !includesRole(caller.memberRole, 'member');
    const assistant = await this.unitOfWork.run(async ({ sessions, assistants, activity }) => {
      if (!(await sessions.lock(sid))) throw consentExpired();
      const { accountId, userId } = caller;
      const savedAssistant = await assistants.create(
        { accountId, userId, clientId, name, host, isReadOnly },
        toAssistantId(interaction),
      );
      if (!savedAssistant.isNew) return savedAssistant;
      await activity.record(getActor(request), {
        action: 'Assistant connected',
        description: `${name} (${host}) was connected and can ${isReadOnly ? 'read' : 'read and change follow-ups'}.`,
        accountId,
        metadata: { assistantId: savedAssistant.id, isReadOnly },
      });
      return savedAssistant;
    });
    const grant = new provider.Grant({ accountId: assistant.id, clientId });
    grant.addResourceScope(this.server.resource, isReadOnly ? 'read' : 'read follow_ups');
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId: assistant.id, remember: false }, consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: false },
    );
  }

  private async getInteraction(request: Request, response: Response): Promise<Interaction> {
    const provider = await this.server.provider;
    this.server.pinToPublicUrl(request);
    return await provider.interactionDetails(request, response).catch((cause: unknown) => {
      throw consentExpired(cause);
    });
  }

  private async describeApp({
    params,
  }: Interaction): Promise<{ clientId: string; name: string; host: string; redirectUri: URL }> {
    const provider = await this.server.provider;
    const clientId = String(params['client_id']);
    const client = await provider.Client.find(clientId);
    const redirectUri = new URL(String(params['redirect_uri']));
    const isLoopback = redirectUri.protocol === 'http:';
    return {
      clientId,
      name: toOneLine(sanitizeForStorage((client?.clientName ?? '').slice(0, 100))) || 'Assistant',
      host: isLoopback ? 'this computer' : redirectUri.host,
      redirectUri,
    };
  }

  private async findAccountName(userId: string, accountId: string): Promise<string> {
    const account = (await this.members.listAccounts(userId)).find((each) => each.accountId === accountId);
    if (!account) throw accountChanged();
    const { company, ownerFirstName, ownerLastName, ownerEmail } = account;
    return accountName({ company }, { firstName: ownerFirstName, lastName: ownerLastName, email: ownerEmail });
  }
}

// Deterministic, so both requests from a double click get the same id.
function toAssistantId({ uid }: Interaction): string {
  const hex = hashToken(uid);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function consentExpired(cause?: unknown): AppError {
  return invalid('CONSENT_EXPIRED', 'This request has expired. Start over in the assistant.', { cause });
}

function accountChanged(): AppError {
  return conflict(
    'ACCOUNT_CHANGED',
    'You switched to another account after opening this page. Start over in the assistant.',
  );
}
