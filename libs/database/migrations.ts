import { CreateSchema1763640000000 } from './migrations/1763640000000-create-schema';
import { AddSessionsAndMails1763650000000 } from './migrations/1763650000000-add-sessions-and-mails';

/** Every migration, in order. Add a new file and list it here; never change one that has been released. */
export const MIGRATIONS = [CreateSchema1763640000000, AddSessionsAndMails1763650000000];
