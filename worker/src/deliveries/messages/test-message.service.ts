import { Injectable } from '@nestjs/common';

import { AppError } from '@ringwell/domain/errors/app-error';

import { UNCONFIRMED, type AttemptOutcome } from '../delivery-channel';
import type { Attempt } from './message';
import { MessageContextService } from './message-context.service';

/** Sends a test message. Makes only one attempt, because a person is waiting for the outcome. */
@Injectable()
export class TestMessageService {
  constructor(private readonly context: MessageContextService) {}

  async attempt({ delivery, channel, options }: Attempt): Promise<AttemptOutcome> {
    if (delivery.state === 'verifying')
      return {
        ...UNCONFIRMED,
        errorMessage: 'The test was interrupted. Its message may have arrived. Send another test.',
      };
    const { problem } = channel;
    if (problem) throw new AppError({ kind: 'unavailable', ...problem });
    return { state: 'sent', ...(await channel.sendTest(await this.context.load(delivery), options)) };
  }
}
