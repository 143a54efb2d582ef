import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { MIN_LEADS } from '@ringwell/domain/calls/booking-rate';

import { Access } from '../../auth/access/access.decorator';
import { LimitedExport } from '../../auth/access/limited-export.decorator';
import { visibleAccountId } from '../../auth/access/visible-account';
import { Caller } from '../../auth/principal/caller';
import { ApiProblems } from '../../http/problems/problem.dto';
import { Revalidated } from '../../http/response/revalidated.decorator';
import { BookingsQueryDto } from '../dto/bookings-query.dto';
import { BookingsDto } from '../dto/bookings.dto';
import { bookingsTable, EXAMPLE_TABLE } from './bookings-export';
import { BookingsService } from './bookings.service';

const PROBLEMS = {
  400: 'A day or filter is invalid, from is after to, or the period is too long.',
};

@Access('account', 'viewer')
@Controller('api/my/bookings')
export class BookingsController {
  constructor(private readonly bookings: BookingsService) {}

  @Get()
  @Revalidated()
  @ApiOperation({
    summary: 'Get the booking rate of leads',
    description:
      'Defaults to the last 30 days. The rate is the percentage of calls with a chance of new work that were booked, ' +
      `with a 95% confidence interval. Fewer than ${MIN_LEADS} leads have no rate. Unclear calls and demo calls are ` +
      'not counted.',
  })
  @ApiOkResponse({ type: BookingsDto })
  @ApiProblems(PROBLEMS)
  getBookings(@Caller() caller: Caller, @Query() query: BookingsQueryDto): Promise<BookingsDto> {
    return this.bookings.report(visibleAccountId(caller), query);
  }

  @Get('export.csv')
  @LimitedExport()
  @ApiOperation({
    summary: 'Export the booking rate of leads as CSV',
    description:
      'For spreadsheets: UTF-8, with one row per figure in the report. Cells that a spreadsheet would treat as a ' +
      'formula start with an apostrophe.',
  })
  @ApiOkResponse({
    description: 'A table with a header row.',
    content: { 'text/csv': { schema: { type: 'string', example: EXAMPLE_TABLE } } },
  })
  @ApiProblems({ ...PROBLEMS, 429: 'Too many exports are running, or were started in the last few minutes.' })
  async exportBookings(
    @Caller() caller: Caller,
    @Query() query: BookingsQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const report = await this.bookings.report(visibleAccountId(caller), query);
    response.attachment(`bookings-${report.from}-${report.to}.csv`);
    response.send(await bookingsTable(report));
  }
}
