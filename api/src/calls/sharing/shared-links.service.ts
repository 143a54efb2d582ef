import { Inject, Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { SharedLink } from '@ringwell/database/calls/shared-link.entity';
import { SharedLinksRepository } from '@ringwell/database/calls/shared-links.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { MAX_CLIP_SECONDS, type ShareScope } from '@ringwell/domain/calls/shared-link';
import { conflict, invalid, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { plural } from '@ringwell/domain/text/plural';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { hashToken, generateLinkToken } from '@ringwell/platform/crypto/token-hash';

import { accountNotActive } from '../../auth/access/account-not-active';
import type { Caller } from '../../auth/principal/caller';
import { callNotFound, CallsService } from '../calls.service';
import { assertNotWithheld } from '../recording-file';
import type { CreateSharedLinkDto } from './shared-link.dto';

const SCOPE_NAMES: Record<ShareScope, string> = {
  summary: 'the summary',
  clip: 'a clip',
  whole: 'the whole call',
};

/** Manages links that show a call to anyone who has them. A link's URL is only known when it's created. */
@Injectable()
export class SharedLinksService {
  constructor(
    private readonly calls: CallsService,
    private readonly links: SharedLinksRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL' | 'PORT'>,
  ) {}

  /**
   * @throws AppError `CALL_NOT_FOUND`, `ACCOUNT_NOT_ACTIVE`, `NOTHING_TO_SHARE`, `RECORDING_WITHHELD`,
   * `VALIDATION_FAILED`
   */
  async create(
    { accountId, status, actor }: Caller,
    callId: string,
    request: CreateSharedLinkDto,
  ): Promise<{ link: SharedLink; url: string }> {
    const call = await this.calls.getOwned(accountId, callId);
    if (status !== 'active') throw accountNotActive('share calls');
    const { scope, days } = request;
    if (call.resultRunNumber === null)
      throw nothingToShare('This call has no result yet. Share it once it has been processed.');
    const clip = scope === 'clip' ? readClip(request, call) : { clipStartMs: null, clipEndMs: null };
    const token = generateLinkToken();
    const link = await this.unitOfWork.run(async ({ callCorrections, sharedLinks, activity }) => {
      if (!(await callCorrections.lock(accountId, callId))) throw callNotFound(); // it has just been deleted
      const newLink = await sharedLinks.create({
        accountId,
        callId,
        createdBy: actor.userId,
        tokenHash: hashToken(token),
        scope,
        days,
        ...clip,
      });
      await activity.record(actor, {
        action: 'Link created',
        description: `A link to ${SCOPE_NAMES[scope]} was created for ${plural(days, 'day')}.`,
        accountId,
        metadata: { callId, linkId: newLink.id, scope, days },
      });
      return newLink;
    });
    return { link, url: `${getPublicUrl(this.config)}/shared/${token}` };
  }

  /** @throws AppError `CALL_NOT_FOUND` */
  async list(accountId: string, callId: string): Promise<SharedLink[]> {
    await this.calls.getOwned(accountId, callId);
    return this.links.listOpen(accountId, callId);
  }

  /** @throws AppError `CALL_NOT_FOUND`, `SHARE_NOT_FOUND` */
  async revoke(accountId: string, callId: string, linkId: string, actor: Actor): Promise<void> {
    await this.calls.getOwned(accountId, callId);
    await this.unitOfWork.run(async ({ sharedLinks, activity }) => {
      if (!(await sharedLinks.revoke(accountId, callId, linkId))) throw shareNotFound();
      await activity.record(actor, {
        action: 'Link revoked',
        description: 'A link to a call was revoked.',
        accountId,
        metadata: { callId, linkId },
      });
    });
  }
}

function readClip(
  { fromSeconds, toSeconds }: CreateSharedLinkDto,
  call: Call,
): { clipStartMs: number; clipEndMs: number } {
  if (call.recordingKey === null || call.recordingExpiredAt !== null)
    throw nothingToShare('The recording of this call is not stored, so there is no clip to share. Share the summary.');
  assertNotWithheld(call);
  if (fromSeconds === undefined || toSeconds === undefined)
    throw invalidClip('Enter the start and end of the clip in seconds.');
  const [clipStartMs, clipEndMs] = [Math.round(fromSeconds * 1_000), Math.round(toSeconds * 1_000)];
  if (clipEndMs <= clipStartMs) throw invalidClip('The clip must end after it starts.');
  if (toSeconds - fromSeconds > MAX_CLIP_SECONDS)
    throw invalidClip(`A clip is at most ${MAX_CLIP_SECONDS / 60} minutes long. Share the whole call instead.`);
  if (fromSeconds >= Number(call.durationSeconds ?? Infinity))
    throw invalidClip('The recording ends before this clip.');
  return { clipStartMs, clipEndMs };
}

function invalidClip(message: string): AppError {
  return invalid('VALIDATION_FAILED', message);
}

function nothingToShare(message: string): AppError {
  return conflict('NOTHING_TO_SHARE', message);
}

export function shareNotFound(): AppError {
  return notFound('SHARE_NOT_FOUND', 'Link not found. It may have expired or been revoked.');
}
