import { date, FieldsType, integer, listOf, number, text, uuid } from '../../http/response/dto-fields';
import { UsageTotalsDto } from './usage-totals.dto';

export class SystemUsageDto extends FieldsType(UsageTotalsDto, {
  totalUsers: integer({ description: 'Total number of users, regardless of the requested days.', example: 42 }),
  activeUsers: integer({
    description: 'Number of enabled users who are members of an enabled account with status active.',
    example: 37,
  }),
}) {}

export class AccountUsageDto extends FieldsType({
  userId: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  userName: text({ nullable: true, example: 'Dana Reyes' }),
  userEmail: text({ nullable: true, example: 'dana@reyes-hvac.example' }),
  totalMinutes: number({ example: 412.75 }),
  totalCalls: integer({ example: 131 }),
  averageCallLength: number({ description: 'Minutes per processed call; 0 without calls.', example: 3.15 }),
}) {}

export class DailyUsageDto extends FieldsType({
  day: date({ example: '2026-03-31' }),
  minutes: number({ example: 18.25 }),
  calls: integer({ example: 6 }),
  instanceRuns: integer({ example: 6 }),
  apiCalls: integer({ example: 74 }),
}) {}

export class UserUsageDto extends FieldsType(UsageTotalsDto, {
  userId: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  userName: text({ nullable: true, example: 'Dana Reyes' }),
  userEmail: text({ nullable: true, example: 'dana@reyes-hvac.example' }),
  daily: listOf(DailyUsageDto, { description: 'Includes every requested day, oldest first.' }),
}) {}
