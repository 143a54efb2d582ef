import type { Analysis } from '@ringwell/domain/calls/analysis';

/**
 * Returns SQL that inserts a run's analysis, replacing the one from an earlier attempt. Its parameters start with $3.
 * @param run expressions for the call's id, account and run number
 * @param source a FROM clause that returns one row, or none to insert nothing
 */
export function insertAnalysisSql(run: string, source: string): string {
  return `
    insert into analyses (call_id, account_id, run_number, engine, sentiment, confidence, summary, key_points, writer,
      follow_up, course, evidence, needs_review, review_reason, fallback_from, topic, applied_rules, flags, booking,
      asked, reached)
    select ${run}, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::text[], $18, $19, $20
    from ${source}
    on conflict (call_id, run_number) do update set engine = excluded.engine,
      sentiment = excluded.sentiment, confidence = excluded.confidence, summary = excluded.summary,
      key_points = excluded.key_points, writer = excluded.writer, reason = '', outcome = '',
      follow_up = excluded.follow_up, course = excluded.course, evidence = excluded.evidence,
      needs_review = excluded.needs_review, review_reason = excluded.review_reason,
      fallback_from = excluded.fallback_from, topic = excluded.topic, applied_rules = excluded.applied_rules,
      flags = excluded.flags, booking = excluded.booking, asked = excluded.asked,
      reached = excluded.reached, original_words = null, created_at = now()`;
}

export function analysisParameters(analysis: Analysis): unknown[] {
  return [
    analysis.engine,
    analysis.sentiment,
    analysis.confidence,
    analysis.summary,
    JSON.stringify(analysis.keyPoints),
    analysis.writer,
    JSON.stringify(analysis.followUp),
    JSON.stringify(analysis.course),
    JSON.stringify(analysis.evidence),
    analysis.needsReview,
    analysis.reviewReason,
    analysis.fallbackFrom ?? null,
    analysis.topic,
    analysis.appliedRules ? JSON.stringify(analysis.appliedRules) : null,
    analysis.flags ?? [],
    analysis.booking ?? null,
    analysis.asked ?? null,
    analysis.reached ?? null,
  ];
}
