import type { z } from 'zod';

/**
 * Explains what an invalid setting must be, such as `must be a whole number`, for rules without a custom message. Never
 * includes the value, which may be a secret.
 */
export function explainIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
  if (issue.code === 'too_small') return describeLimit('at least', issue.minimum, issue.origin);
  if (issue.code === 'too_big') return describeLimit('at most', issue.maximum, issue.origin);
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'must be an email address';
  return 'is invalid';
}

function describeLimit(bound: 'at least' | 'at most', limit: number | bigint, origin: string): string {
  const unit = { string: 'characters', array: 'entries' }[origin];
  if (unit === undefined) return `must be ${bound} ${limit}`;
  return bound === 'at least' && limit === 1 ? 'must not be empty' : `must have ${bound} ${limit} ${unit}`;
}
