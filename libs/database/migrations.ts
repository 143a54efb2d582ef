import type { MigrationInterface } from 'typeorm';

import { CreateSchema1763640000000 } from './migrations/1763640000000-create-schema';
import { AddBookingFacts1798006300000 } from './migrations/1798006300000-add-booking-facts';
import { CountBookings1798006400000 } from './migrations/1798006400000-count-bookings';

/** All migrations in order. List new ones at the end and never change a released one. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  CreateSchema1763640000000,
  AddBookingFacts1798006300000,
  CountBookings1798006400000,
];
