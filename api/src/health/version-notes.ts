import type { WorkerRow } from '@ringwell/database/scheduling/worker.entity';
import { PRODUCT_VERSION } from '@ringwell/platform/product-version';

/** Notes that workers have another version than this API, which is normal only during an update. */
export function versionNotes(fleet: readonly Pick<WorkerRow, 'version'>[]): string[] {
  const others = new Set(
    fleet.map(({ version }) => version ?? 'an early one').filter((name) => name !== PRODUCT_VERSION),
  );
  if (others.size === 0) return [];
  const named = [...others].sort().join(', ');
  return [
    `This API has version ${PRODUCT_VERSION}, but workers have ${named}. When no update is under way, restart what is older.`,
  ];
}
