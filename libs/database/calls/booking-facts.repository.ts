import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { BookingFact } from './booking-fact.entity';

/** Jobs that calls have led to. */
@Injectable()
export class BookingFactsRepository {
  constructor(private readonly manager: EntityManager) {}

  find(callId: string): Promise<BookingFact | null> {
    return this.manager.findOneBy(BookingFact, { callId });
  }
}
