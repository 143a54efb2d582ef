import type { MigrationInterface } from 'typeorm';

import { CreateSchema1763640000000 } from './migrations/1763640000000-create-schema';
import { AddInbox1798006000000 } from './migrations/1798006000000-add-inbox';
import { AddLeads1798006200000 } from './migrations/1798006200000-add-leads';
import { AddBookingFacts1798006300000 } from './migrations/1798006300000-add-booking-facts';
import { ReadJobs1798006300001 } from './migrations/1798006300001-read-jobs';
import { IndexCampaigns1798006300002 } from './migrations/1798006300002-index-campaigns';
import { AddCallImports1798006300003 } from './migrations/1798006300003-add-call-imports';
import { CountBookings1798006400000 } from './migrations/1798006400000-count-bookings';
import { CountJobsAndCampaigns1798006400001 } from './migrations/1798006400001-count-jobs-and-campaigns';
import { IndexWonLeads1798006400002 } from './migrations/1798006400002-index-won-leads';

/** All migrations in order. List new ones at the end and never change a released one. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  CreateSchema1763640000000,
  AddInbox1798006000000,
  AddLeads1798006200000,
  AddBookingFacts1798006300000,
  ReadJobs1798006300001,
  IndexCampaigns1798006300002,
  AddCallImports1798006300003,
  CountBookings1798006400000,
  CountJobsAndCampaigns1798006400001,
  IndexWonLeads1798006400002,
];
