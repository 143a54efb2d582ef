import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { AccountExportDto, AccountExportListDto } from './account-export.dto';
import { ExportDownloadService } from './export-download.service';
import { exportNotFound, ExportsService } from './exports.service';

const OWNERS_ONLY = "Only owners can export all of an account's data.";
const BINARY = { schema: { type: 'string', format: 'binary' } };

@Access('session', 'owner')
@Controller('api/my/exports')
export class ExportsController {
  constructor(
    private readonly exports: ExportsService,
    private readonly downloads: ExportDownloadService,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Export everything',
    description:
      'Creates a ZIP file with a table of all calls (calls.csv), their transcripts (transcripts.jsonl) and ' +
      'recordings. Runs in the background: GET /api/my/exports shows the progress, and you get an email when the ' +
      'file is ready. The file can be downloaded for 7 days. Deleting a call or erasing a customer also deletes ' +
      'earlier exports and restarts an export in progress.',
  })
  @Responds(202, { type: AccountExportDto })
  @ApiProblems({
    403: `${OWNERS_ONLY} Also returned for demo accounts and without a recent identity confirmation.`,
    409: 'Another export is in progress.',
  })
  startExport(@Caller() caller: Caller): Promise<AccountExportDto> {
    return this.exports.start(caller);
  }

  @Get()
  @ApiOperation({ summary: 'List exports', description: 'Returns the latest 20.' })
  @ApiOkResponse({ type: AccountExportListDto })
  @ApiProblems({ 403: OWNERS_ONLY })
  async listExports(@Caller() { accountId }: Caller): Promise<AccountExportListDto> {
    return { exports: await this.exports.list(accountId) };
  }

  @Get(':id/file')
  @ApiOperation({ summary: 'Download an export' })
  @ApiHeader({ name: 'Range', required: false, description: 'For resuming a download.', example: 'bytes=0-' })
  @ApiOkResponse({ description: 'The whole file.', content: { 'application/zip': BINARY } })
  @ApiResponse({ status: 206, description: 'The requested range.', content: { 'application/zip': BINARY } })
  @ApiProblems({
    403: `${OWNERS_ONLY} Also returned for demo accounts and without a recent identity confirmation.`,
    404: 'The export was not found, or its file was deleted.',
    409: "The export isn't ready yet.",
    416: 'The requested range starts after the end of the file.',
  })
  async downloadExport(
    @Caller() caller: Caller,
    @IdParam('id', exportNotFound) id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.downloads.send(caller, id, request, response);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Cancel or delete an export',
    description: 'Cancels an export in progress, or deletes the file of a finished export, if it still exists.',
  })
  @Responds(204, { description: 'The export was canceled, or its file was deleted.' })
  @ApiProblems({ 403: OWNERS_ONLY })
  async deleteExport(@Caller() { accountId, actor }: Caller, @IdParam('id', exportNotFound) id: string): Promise<void> {
    await this.exports.remove(accountId, id, actor);
  }
}
