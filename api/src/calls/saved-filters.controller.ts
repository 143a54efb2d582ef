import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { SavedFiltersRepository, type SavedFilterContent } from '@ringwell/database/calls/saved-filters.repository';
import { CALL_TIMES } from '@ringwell/domain/calls/call';
import { conflict, invalid, notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { toDto } from '../http/response/to-dto';
import { SavedFilterDto, SaveFilterDto } from './dto/saved-filter.dto';

const MAX_SAVED_FILTERS = 20;

@Access('session', 'viewer')
@Controller('api/my/saved-filters')
export class SavedFiltersController {
  constructor(private readonly filters: SavedFiltersRepository) {}

  @Get()
  @Revalidated()
  @ApiOperation({ summary: 'List your saved filters by name' })
  @ApiOkResponse({ type: [SavedFilterDto] })
  async listSavedFilters(@Caller() { userId }: Caller): Promise<SavedFilterDto[]> {
    return (await this.filters.list(userId)).map((filter) => toDto(SavedFilterDto, filter));
  }

  @Post()
  @ApiOperation({
    summary: 'Save call list filters',
    description: `Up to ${MAX_SAVED_FILTERS}.`,
  })
  @ApiCreatedResponse({ type: SavedFilterDto })
  @ApiProblems({
    400: 'A field is missing, unknown or invalid, or no filters were sent.',
    409: `The name is taken, or you already have ${MAX_SAVED_FILTERS} filters.`,
  })
  async saveFilter(@Caller() { userId }: Caller, @Body() body: SaveFilterDto): Promise<SavedFilterDto> {
    const result = await this.filters.create(userId, toContent(body), MAX_SAVED_FILTERS);
    if (result === 'too_many')
      throw conflict('TOO_MANY_FILTERS', `You can save up to ${MAX_SAVED_FILTERS} filters. Delete one first.`);
    if (result === 'name_taken')
      throw conflict('FILTER_NAME_TAKEN', `You already have a filter named “${body.name}”. Choose another name.`);
    return toDto(SavedFilterDto, result);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a saved filter' })
  @Responds(204, { description: 'The filter was deleted.' })
  @ApiProblems({ 404: 'Filter not found.' })
  async deleteFilter(@Caller() { userId }: Caller, @IdParam('id', filterNotFound) id: string): Promise<void> {
    if (!(await this.filters.delete(userId, id))) throw filterNotFound();
  }
}

// Returns the filters as query parameters of the list, without defaults.
function toContent({ name, ...filters }: SaveFilterDto): SavedFilterContent {
  const entries = Object.entries(filters)
    .map(([field, value]): [string, string] => [field, String(value ?? '')])
    .filter(([field, text]) => text !== '' && !(field === 'time' && text === CALL_TIMES[0]));
  if (entries.length === 0) {
    throw invalid('NO_FILTERS', 'There is nothing to save. Choose at least one filter.');
  }
  return { name, filters: Object.fromEntries(entries) };
}

function filterNotFound(): AppError {
  return notFound('FILTER_NOT_FOUND', 'This saved filter no longer exists.');
}
