import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { MIN_LEADS } from '@ringwell/domain/calls/booking-rate';
import { MIN_JUDGED_CALLS } from '@ringwell/domain/calls/happiness';

import { Access } from '../auth/access/access.decorator';
import { CsvExport } from '../auth/access/limited-export.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { bookingsTable, EXAMPLE_BOOKINGS_TABLE } from './bookings/bookings-export';
import { BookingsService } from './bookings/bookings.service';
import { BookingsQueryDto } from './dto/bookings-query.dto';
import { BookingsDto } from './dto/bookings.dto';
import { HappinessQueryDto } from './dto/happiness-query.dto';
import { HappinessDto } from './dto/happiness.dto';
import { EXAMPLE_HAPPINESS_TABLE, happinessTable } from './happiness-export';
import { HappinessService } from './happiness.service';

const PROBLEMS = {
  400: 'A day or filter is invalid, from is after to, or the period is too long.',
};

@Access('account', 'viewer')
@Controller('api/my')
export class ReportsController {
  constructor(
    private readonly happiness: HappinessService,
    private readonly bookings: BookingsService,
  ) {}

  @Get('happiness')
  @Revalidated()
  @ApiOperation({
    summary: 'Get customer happiness',
    description:
      'Defaults to the last 30 days. The score is the percentage of positive calls minus the percentage of negative ' +
      `calls, in points from -100 to 100, with a 95% confidence interval. Fewer than ${MIN_JUDGED_CALLS} judged ` +
      'calls have no score. Calls that need a listen are counted separately. Demo calls are not counted.',
  })
  @ApiOkResponse({ type: HappinessDto })
  @ApiProblems(PROBLEMS)
  getHappiness(@Caller() caller: Caller, @Query() query: HappinessQueryDto): Promise<HappinessDto> {
    return this.happiness.report(visibleAccountId(caller), query);
  }

  @Get('happiness/export.csv')
  @CsvExport(EXAMPLE_HAPPINESS_TABLE)
  @ApiOperation({
    summary: 'Export customer happiness as CSV',
    description:
      'For spreadsheets: UTF-8, with one row per figure in the report. Cells that a spreadsheet would treat as a ' +
      'formula start with an apostrophe.',
  })
  @ApiProblems(PROBLEMS)
  async exportHappiness(
    @Caller() caller: Caller,
    @Query() query: HappinessQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const report = await this.happiness.report(visibleAccountId(caller), query);
    response.attachment(`happiness-${report.from}-${report.to}.csv`);
    response.send(await happinessTable(report));
  }

  @Get('bookings')
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

  @Get('bookings/export.csv')
  @CsvExport(EXAMPLE_BOOKINGS_TABLE)
  @ApiOperation({
    summary: 'Export the booking rate of leads as CSV',
    description:
      'For spreadsheets: UTF-8, with one row per figure in the report. Cells that a spreadsheet would treat as a ' +
      'formula start with an apostrophe.',
  })
  @ApiProblems(PROBLEMS)
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
