import type { z } from 'zod';

const OR_LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Returns advice about an invalid argument; undefined if the schema's or the validator's message is clear enough. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const unit = issue['origin'] === 'string' ? ' characters' : '';
  if (issue.code === 'invalid_value') return `Use ${OR_LIST_FORMAT.format(issue.values.map(String))}.`;
  if (issue.code === 'too_big') return `Use at most ${issue.maximum}${unit}.`;
  if (issue.code === 'too_small') return `Use at least ${issue.minimum}${unit}.`;
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'This is missing.' : `This must be of type ${issue.expected}.`;
}
