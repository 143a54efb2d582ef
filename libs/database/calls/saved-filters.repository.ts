import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';

import { foldNameSql, row, SqlRepository, violatedUniqueConstraint } from '../postgres/sql';
import { SavedFilter } from './saved-filter.entity';

export type SavedFilterContent = Pick<SavedFilter, 'name' | 'filters'>;

export class SavedFiltersRepository extends SqlRepository {
  /** Lists a user's filters, sorted by name. */
  list(userId: string): Promise<SavedFilter[]> {
    return this.manager
      .createQueryBuilder(SavedFilter, 'filter')
      .where({ userId })
      .orderBy(foldNameSql('filter.name'))
      .getMany();
  }

  /** @param limit maximum number of filters per user */
  create(userId: string, content: SavedFilterContent, limit: number): Promise<SavedFilter | 'name_taken' | 'too_many'> {
    return this.manager.transaction(async (manager) => {
      await row(manager, 'select id from users where id = $1 for no key update', [userId]);
      if ((await manager.countBy(SavedFilter, { userId })) >= limit) return 'too_many';
      const created = manager.create(SavedFilter, { ...sanitizeForStorage(content), userId });
      try {
        await manager.transaction(async (nested) => nested.insert(SavedFilter, created));
        return created;
      } catch (error) {
        if (violatedUniqueConstraint(error) === 'uq_saved_filters_name') return 'name_taken';
        throw error;
      }
    });
  }

  /** @returns whether the user had the filter */
  async delete(userId: string, id: string): Promise<boolean> {
    return (await this.manager.delete(SavedFilter, { id, userId })).affected === 1;
  }
}
