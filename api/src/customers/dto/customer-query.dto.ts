import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, isUUID, MinLength } from 'class-validator';

import {
  CUSTOMER_SORTS,
  type CustomerPosition,
  type CustomerSort,
} from '@ringwell/database/customers/customer-lists.repository';
import { MIN_SEARCH_LENGTH } from '@ringwell/domain/text/search-length';

import { OptionalSwitch } from '../../http/request/optional-switch.decorator';
import { OptionalText, normalizeText } from '../../http/request/optional-text.decorator';
import { DEFAULT_PAGE_LIMIT, PageCursor, PageLimit } from '../../http/request/page-limit.decorator';
import { Convert } from '../../http/request/rules.decorator';

const MAX_SEARCH_LENGTH = 100;

export class CustomerQueryDto {
  @OptionalText(MAX_SEARCH_LENGTH, {
    description: 'Part of the name, or of a phone number in any format.',
    minLength: MIN_SEARCH_LENGTH,
    example: '(555) 123-4567',
  })
  @MinLength(MIN_SEARCH_LENGTH, { message: `Use at least ${MIN_SEARCH_LENGTH} characters.` })
  search?: string;

  @ApiPropertyOptional({
    enum: CUSTOMER_SORTS,
    default: CUSTOMER_SORTS[0],
    description:
      'recent: most recent call first. calls: most calls in the last 90 days first. risk: customers at risk first, starting with the unhappiest. name: A to Z.',
    example: 'risk',
  })
  @Convert((value) => normalizeText(value) ?? CUSTOMER_SORTS[0])
  @IsIn(CUSTOMER_SORTS, { message: `This must be one of ${CUSTOMER_SORTS.join(', ')}.` })
  sort: CustomerSort = CUSTOMER_SORTS[0];

  @OptionalSwitch({ description: 'true: only customers at risk.', example: false })
  atRisk?: boolean;

  @OptionalSwitch({ description: 'true: only customers with a waiting follow-up.', example: false })
  waiting?: boolean;

  @PageCursor(
    'WyJyaXNrIixbIjEiLCIxNzc0OTY2MzUxMTIwMDAwIl0sImIxZDhmOGY0LTNmMGEtNGI4Ny04YjUzLTZiNmY1ZjFjMmExMCJd',
    (cursor, query) => decodeCursor(cursor, (query as CustomerQueryDto).sort) !== undefined,
    { maxLength: 2_000, sortHint: ' with the same sort' },
  )
  cursor?: string;

  @PageLimit('Customers per page.')
  limit: number = DEFAULT_PAGE_LIMIT;
}

// Formats of the sort values in a cursor.
const NUMBER = /^\d{1,16}$/;
const VALUE_PATTERNS: Record<CustomerSort, readonly RegExp[]> = {
  recent: [NUMBER],
  calls: [/^\d{1,9}$/, NUMBER],
  risk: [/^\d{1,4}$/, NUMBER],
  name: [/^(?:true|false)$/, /^[^\0]*$/],
};

export function encodeCursor(sort: CustomerSort, { values, id }: CustomerPosition): string {
  return Buffer.from(JSON.stringify([sort, values, id])).toString('base64url');
}

/** Returns `undefined` for an invalid cursor or one with another sort order. */
export function decodeCursor(cursor: string, sort: CustomerSort): CustomerPosition | undefined {
  const [cursorSort, values, id] = parseCursor(cursor);
  if (cursorSort !== sort || !Array.isArray(values) || typeof id !== 'string' || !isUUID(id)) return undefined;
  const patterns = VALUE_PATTERNS[sort];
  const isValid =
    values.length === patterns.length &&
    values.every((value, index) => typeof value === 'string' && patterns[index]?.test(value) === true);
  return isValid ? { values: values as string[], id } : undefined;
}

function parseCursor(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
