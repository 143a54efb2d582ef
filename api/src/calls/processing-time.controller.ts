import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { BASIC_ENGINE } from '@ringwell/domain/calls/engine-note';

import { Access } from '../auth/access/access.decorator';
import { ProcessingTimeDto } from './dto/processing-time.dto';

// The basic recognizer uses about 15 CPU seconds per minute of audio, and all others are several times faster.
const TYPICAL_MINUTES = { basic: 2, other: 1 } as const;

@Access('session', 'viewer')
@Controller('api/my/processing-time')
export class ProcessingTimeController {
  constructor(private readonly workers: WorkersRepository) {}

  @Get()
  @ApiOperation({ summary: 'Get the typical call processing time' })
  @ApiOkResponse({ type: ProcessingTimeDto })
  async getProcessingTime(): Promise<ProcessingTimeDto> {
    const engines = (await this.workers.listAlive()).map(({ engines: { transcription } }) => transcription);
    if (engines.length === 0) return { usualMinutes: null };
    return { usualMinutes: TYPICAL_MINUTES[engines.includes(BASIC_ENGINE) ? 'basic' : 'other'] };
  }
}
