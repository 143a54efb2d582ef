import { Controller, Get, Header, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiAcceptedResponse, ApiBearerAuth, ApiBody, ApiConsumes, ApiExtraModels, ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiTags, getSchemaPath,
} from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';

import { CallsRepository } from '@ringwell/database/repositories/calls.repository';
import { AppError } from '@ringwell/domain/app-error';

import { Access } from '../auth/access.decorator';
import type { Account } from '../auth/account';
import { CurrentAccount } from '../auth/current-account.decorator';
import { ApiProblems } from '../http/problem.dto';
import { acceptedCallView, callView } from './call-view';
import { AcceptedCallDto } from './dto/accepted-call.dto';
import { CallDetailsDto } from './dto/call-details.dto';
import { CallDto } from './dto/call.dto';
import { CallIntakeService } from './intake/call-intake.service';
import { IntakeGuard } from './intake/intake.guard';

const DETAILS = { $ref: getSchemaPath(CallDetailsDto) };
const UPLOAD = {
  title: 'A recording, as multipart/form-data',
  allOf: [DETAILS, {
    type: 'object', required: ['audio'],
    properties: { audio: { type: 'string', format: 'binary', description: 'MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC of at most 50 MB.' } },
  }],
};
const LINK = { title: 'The address of a recording, as application/json', allOf: [DETAILS, { type: 'object', required: ['recordingUrl'] }] };

/** Calls from n8n and other automations: hand one in, ask how it stands. */
@ApiTags('n8n')
@ApiBearerAuth()
@ApiExtraModels(CallDetailsDto)
@Access('bearer')
@Controller('api/n8n/calls')
export class N8nCallsController {
  constructor(private readonly intake: CallIntakeService, private readonly calls: CallsRepository) {}

  @Post()
  @HttpCode(202)
  @UseGuards(IntakeGuard)
  @ApiOperation({
    operationId: 'submitCall',
    summary: 'Hand in a call',
    description: 'Send the recording as a file, or the address to fetch it from. Handing in the same call again, under the same Idempotency-Key or '
      + 'with the same externalId, gives the call that is already there.',
  })
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody({ required: true, schema: { oneOf: [UPLOAD, LINK] } })
  @ApiHeader({
    name: 'Idempotency-Key', required: false, example: 'f3a1c7d2-8c5b-4f5e-9d0a-2b1c3d4e5f60',
    description: '1 to 255 visible ASCII characters, new for each call. Makes it safe to send the request again after a lost answer.',
  })
  @ApiAcceptedResponse({
    type: AcceptedCallDto, description: 'The call is stored and will be processed.',
    headers: { Location: { description: 'Where state and result are.', schema: { type: 'string' } } },
  })
  @ApiProblems({
    400: 'A field, the form or the Idempotency-Key is wrong, or there is no recording.',
    401: 'The token is missing or cannot be used.',
    403: 'The account is a demo account.',
    413: 'The recording is larger than 50 MB.',
    415: 'The file is not a recording in a supported format, or the request is neither a form nor JSON.',
    422: 'The Idempotency-Key was used for another call.',
    503: 'A store is away; try again in a moment.',
  })
  async submit(@CurrentAccount() account: Account, @Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<AcceptedCallDto> {
    const accepted = acceptedCallView(await this.intake.accept(account.userId, 'n8n', request));
    response.location(accepted.links.self);
    return accepted;
  }

  @Get(':id')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getCall', summary: 'State and result of a call' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: CallDto })
  @ApiProblems({
    401: 'The token is missing or cannot be used.',
    404: 'The account has no call of this id.',
    503: 'A store is away; try again in a moment.',
  })
  async get(@CurrentAccount() account: Account, @Param('id') id: string): Promise<CallDto> {
    const found = isUUID(id) ? await this.calls.findWithResult(account.userId, id) : null;
    if (!found) throw new AppError({ kind: 'not_found', code: 'CALL_NOT_FOUND', message: 'There is no such call in this account. Check the id.' });
    return callView(found);
  }
}
