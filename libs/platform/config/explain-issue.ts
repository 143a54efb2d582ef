import type { z } from 'zod';

/**
 * What an invalid setting must be, such as `must be a whole number`, for rules that have no text of their own. Never
 * quotes the value, which may be a secret.
 */
export function explainIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'must be an email address';
  return 'is invalid';
}
