import { Injectable } from '@nestjs/common';

import { CallMessageService } from './call-message.service';
import { DigestMessageService } from './digest-message.service';
import { EventMessageService } from './event-message.service';
import { LetterMessageService } from './letter-message.service';
import type { Attempt, AttemptResult } from './message';
import { TestMessageService } from './test-message.service';

@Injectable()
export class MessagesService {
  constructor(
    private readonly calls: CallMessageService,
    private readonly digests: DigestMessageService,
    private readonly events: EventMessageService,
    private readonly letters: LetterMessageService,
    private readonly tests: TestMessageService,
  ) {}

  attempt(attempt: Attempt): Promise<AttemptResult> {
    const { callId, followUpEventId, weeklyLetterId, escalationId } = attempt.delivery;
    if (callId !== null) return this.calls.attempt(attempt, callId);
    if (weeklyLetterId !== null) return this.letters.attempt(attempt, weeklyLetterId);
    if (followUpEventId !== null) return this.events.attempt(attempt, followUpEventId);
    return escalationId === null ? this.tests.attempt(attempt) : this.digests.attempt(attempt);
  }
}
