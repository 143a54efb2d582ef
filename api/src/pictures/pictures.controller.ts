import { Controller, Delete, Get, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Access } from '../auth/access/access.decorator';
import { CurrentUserDto } from '../auth/current-user/current-user.dto';
import { CurrentUserService } from '../auth/current-user/current-user.service';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { readRequestBody } from '../http/body/request-body';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { respondNotModified } from '../http/response/not-modified';
import { Throttled } from '../http/throttling/throttled.decorator';
import { PICTURE_TYPE } from './picture-encoder.service';
import { pictureHash, pictureNotFound, PicturesService } from './pictures.service';

const MAX_PICTURE_BYTES = 2 * 1_048_576;
// Browsers may cache the picture but must revalidate it, because another user may have signed in since.
const CACHE_CONTROL = 'private, no-cache';
const BINARY = { type: 'string', format: 'binary' };
const UPLOADED_TYPES = ['image/png', 'image/jpeg', PICTURE_TYPE];

@ApiTags('Settings')
@Access('session', 'viewer')
@Controller('api')
export class PicturesController {
  constructor(
    private readonly pictures: PicturesService,
    private readonly currentUsers: CurrentUserService,
  ) {}

  @Put('my/picture')
  @UnparsedBody('any')
  @Throttled('picture')
  @ApiOperation({
    summary: 'Upload your picture',
    description:
      'Send the file as the body: PNG, JPEG or WebP, up to 2 MB and 25 megapixels. It replaces your current picture and is stored as a ' +
      'small copy without metadata.',
  })
  @ApiConsumes(...UPLOADED_TYPES)
  @ApiBody({ schema: BINARY })
  @ApiOkResponse({ type: CurrentUserDto })
  @ApiProblems({
    403: 'You are impersonating another user.',
    404: 'The account has just been deleted.',
    413: 'The picture is larger than 2 MB or has too many pixels.',
    415: 'The file is not a PNG, JPEG or WebP picture.',
    429: 'You have uploaded too many pictures in the last ten minutes.',
  })
  async setMyPicture(@Caller() caller: Caller, @Req() request: Request): Promise<CurrentUserDto> {
    requireSid(caller);
    const upload = await readRequestBody(request, { name: 'picture', maxBytes: MAX_PICTURE_BYTES });
    await this.pictures.save(caller.userId, upload, caller.actor);
    return this.currentUsers.get(caller);
  }

  @Delete('my/picture')
  @ApiOperation({ summary: 'Remove your picture' })
  @ApiOkResponse({ type: CurrentUserDto })
  @ApiProblems({
    403: 'You are impersonating another user.',
    404: 'The account has just been deleted.',
  })
  async removeMyPicture(@Caller() caller: Caller): Promise<CurrentUserDto> {
    requireSid(caller);
    await this.pictures.remove(caller.userId, caller.actor);
    return this.currentUsers.get(caller);
  }

  @Get('users/:id/picture')
  @ApiOperation({
    summary: "Get a user's uploaded picture",
    description:
      'Members can get the pictures of members of their account, and administrators can get all pictures. The URL is in `profileImageUrl`.',
  })
  @ApiQuery({
    name: 'v',
    required: false,
    description: 'Ignored. The value changes with the picture.',
    example: '9f86d081884c7d659a2feaa0c55ad015',
  })
  @ApiOkResponse({
    description: 'The picture.',
    content: { [PICTURE_TYPE]: { schema: BINARY } },
  })
  @ApiResponse({ status: 304, description: 'The cached copy is current.' })
  @ApiProblems({
    404: 'The user has no uploaded picture, or is not a member of your account.',
  })
  async getPicture(
    @Caller() caller: Caller,
    @IdParam('id', pictureNotFound) id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const picture = await this.pictures.get(caller, id);
    const cacheHeaders = { ETag: `"${pictureHash(picture)}"`, 'Cache-Control': CACHE_CONTROL };
    if (respondNotModified(request, response, cacheHeaders)) return;
    response
      .type(PICTURE_TYPE)
      .set({ ...cacheHeaders, 'Content-Disposition': 'inline; filename="picture.webp"' })
      .send(picture);
  }
}
