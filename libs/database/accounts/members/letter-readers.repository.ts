import { SqlRepository } from '../../postgres/sql';
import { Member } from './member.entity';

export interface LetterReader {
  userId: string;
  email: string | null;
  /** The member's choice. By default, owners and managers get the letter. */
  wantsLetter: boolean;
}

const READER_COLUMNS = `
  users.id as "userId", users.email,
  users.is_active and coalesce(members.weekly_letter, members.role in ('owner', 'manager')) as "wantsLetter"`;
const MEMBER_USERS = 'members join users on users.id = members.user_id';

export class LetterReadersRepository extends SqlRepository {
  /** Lists the addresses of the members who get the letter. */
  async listAddresses(accountId: string): Promise<string[]> {
    const readers = await this.rows<LetterReader>(
      `select ${READER_COLUMNS} from ${MEMBER_USERS} where members.account_id = $1 order by users.email`,
      [accountId],
    );
    return readers.flatMap(({ email, wantsLetter }) => (email !== null && wantsLetter ? [email] : []));
  }

  async find(accountId: string, userId: string): Promise<LetterReader | null> {
    const row = await this.row<LetterReader>(
      `select ${READER_COLUMNS} from ${MEMBER_USERS} where members.account_id = $1 and members.user_id = $2`,
      [accountId, userId],
    );
    return row ?? null;
  }

  /** Returns the member with this email address, ignoring case. */
  async findByAddress(accountId: string, address: string): Promise<LetterReader | null> {
    const row = await this.row<LetterReader>(
      `select ${READER_COLUMNS} from ${MEMBER_USERS} where members.account_id = $1 and users.email = lower($2)`,
      [accountId, address],
    );
    return row ?? null;
  }

  /** The choice survives role changes. */
  async setSubscribed(accountId: string, userId: string, wantsLetter: boolean): Promise<void> {
    await this.manager.update(Member, { accountId, userId }, { weeklyLetter: wantsLetter });
  }
}
