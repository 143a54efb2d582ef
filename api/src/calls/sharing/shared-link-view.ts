import type { SharedLink } from '@ringwell/database/calls/shared-link.entity';

import type { SharedLinkDto } from './shared-link.dto';

export function sharedLinkView(link: SharedLink): SharedLinkDto {
  return {
    id: link.id,
    scope: link.scope,
    clip:
      link.clipStartMs === null || link.clipEndMs === null
        ? null
        : { fromSeconds: link.clipStartMs / 1_000, toSeconds: link.clipEndMs / 1_000 },
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    firstOpenedAt: link.firstOpenedAt?.toISOString() ?? null,
    lastOpenedAt: link.lastOpenedAt?.toISOString() ?? null,
    openings: link.openCount,
  };
}
