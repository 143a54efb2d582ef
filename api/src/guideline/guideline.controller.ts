import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { GuidelineVersion } from '@ringwell/database/accounts/settings/guidelines.repository';
import { MAX_BACK_TEST_CALLS, type GuidelineContent } from '@ringwell/domain/accounts/guideline';

import { Access } from '../auth/access/access.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { toDto } from '../http/response/to-dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { BackTestService } from './back-test.service';
import { BackTestDto } from './dto/back-test.dto';
import { toRule } from './dto/guideline-rule.dto';
import { GuidelineDraftDto, GuidelineDto, RestoreGuidelineDto, SaveGuidelineDto } from './dto/guideline.dto';
import { GuidelineService, MAX_LISTED_VERSIONS } from './guideline.service';

const FORBIDDEN = 'Owners and managers only.';
const INVALID = 'The text or a rule is invalid.';
const CHANGED = 'The version you sent is no longer current.';

@ApiTags('Settings')
@Access('account', 'manager')
@Controller('api/guideline')
export class GuidelineController {
  constructor(
    private readonly guideline: GuidelineService,
    private readonly backTests: BackTestService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get your guideline',
    description: 'Defines happy and unhappy calls: instructions for language models, and rules for any analyst.',
  })
  @ApiOkResponse({ type: GuidelineDto })
  @ApiProblems({ 403: FORBIDDEN })
  async getGuideline(@Caller() { accountId }: Caller): Promise<GuidelineDto> {
    return guidelineView(await this.guideline.get(accountId));
  }

  @Put()
  @ApiOperation({
    summary: 'Save a version of your guideline',
    description:
      'The guideline applies to calls that are processed or reprocessed from now on. Test it on past calls first. ' +
      "A user's label correction overrides the rules.",
  })
  @ApiOkResponse({ type: GuidelineDto, description: 'The version in force.' })
  @ApiProblems({ 400: INVALID, 403: FORBIDDEN, 409: CHANGED })
  async saveGuideline(@Caller() { accountId, actor }: Caller, @Body() body: SaveGuidelineDto): Promise<GuidelineDto> {
    return guidelineView(await this.guideline.save(accountId, body.replaces, toContent(body), actor));
  }

  @Get('versions')
  @ApiOperation({
    summary: 'List the versions of your guideline',
    description: `Returns the latest ${MAX_LISTED_VERSIONS} versions, starting with the version in force.`,
  })
  @ApiOkResponse({ type: [GuidelineDto] })
  @ApiProblems({ 403: FORBIDDEN })
  async listGuidelineVersions(@Caller() { accountId }: Caller): Promise<GuidelineDto[]> {
    return (await this.guideline.list(accountId)).map(guidelineView);
  }

  @Post('restore')
  @ApiOperation({ summary: 'Restore a version of your guideline', description: 'Saves it again as a new version.' })
  @Responds(200, { type: GuidelineDto, description: 'The version in force.' })
  @ApiProblems({ 400: 'A version is missing or invalid.', 403: FORBIDDEN, 404: 'Version not found.', 409: CHANGED })
  async restoreGuideline(
    @Caller() { accountId, actor }: Caller,
    @Body() { version, replaces }: RestoreGuidelineDto,
  ): Promise<GuidelineDto> {
    return guidelineView(await this.guideline.restore(accountId, version, replaces, actor));
  }

  @Post('back-test')
  @Throttled('back-test')
  @ApiOperation({
    summary: 'Test a guideline on past calls',
    description:
      `Replays the rules on the latest ${MAX_BACK_TEST_CALLS} calls and on the checked calls. The result shows which ` +
      'labels would change, which follow-ups would open, and how accurate the labels are before and after. Nothing ' +
      "is saved. The text's effect on a language model is not tested.",
  })
  @Responds(200, { type: BackTestDto })
  @ApiProblems({ 400: INVALID, 403: FORBIDDEN, 429: 'Too many tests in the last ten minutes.' })
  backTestGuideline(@Caller() caller: Caller, @Body() draft: GuidelineDraftDto): Promise<BackTestDto> {
    return this.backTests.run(visibleAccountId(caller), toContent(draft).rules);
  }
}

function toContent({ text, rules }: GuidelineDraftDto): GuidelineContent {
  return { text, rules: rules.map(toRule) };
}

function guidelineView(guideline: GuidelineVersion): GuidelineDto {
  const { version, savedByName, savedAt } = guideline;
  return toDto(GuidelineDto, guideline, { savedBy: savedByName, savedAt: version === 0 ? null : savedAt });
}
