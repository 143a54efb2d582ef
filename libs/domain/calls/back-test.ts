import type { GuidelineRule } from '../accounts/guideline';
import { followUpKind } from '../follow-ups/follow-up';
import { accuracyReport, type Accuracy, type CheckAnswer } from './accuracy';
import type { Analysis } from './analysis';
import { evaluateRules, applyDecision, type RuleTarget, type RuleDecision } from './apply-guideline-rules';
import type { CallDirection } from './call';
import { CALL_LABELS, callLabel, type CallLabel } from './call-label';
import type { Sentiment } from './sentiment';
import type { TranscriptSegment } from './transcript';

/** Maximum number of changed calls listed by a back-test. */
export const MAX_LISTED_CHANGES = 50;

/** A labeled call for replay in a back-test. */
export interface PastCall {
  id: string;
  direction: CallDirection | null;
  segments: TranscriptSegment[];
  /** The analyst's result, before rules and corrections. */
  analysis: RuleTarget;
  /** The label set by a person, which overrides all rules; null if there is none. */
  correctedTo: Sentiment | null;
  /** Whether it's among the latest calls. */
  isRecent: boolean;
  /** A person's answer in a check; null if the call wasn't checked. */
  answer: CheckAnswer | null;
}

export type LabelCounts = Record<CallLabel, number>;

export interface LabelChange {
  from: CallLabel;
  to: CallLabel;
  count: number;
}

/** A call whose label the draft changes, or for which it opens a follow-up. */
export interface ChangedCall {
  id: string;
  from: CallLabel;
  to: CallLabel;
  opensFollowUp: boolean;
  /** The draft's rule that caused the change; null if a removed rule did. */
  rule: string | null;
  quote: string | null;
  startMs: number | null;
}

/** Labels for a set of calls under the current rules and under the draft's rules. */
export interface ReplayedLabels {
  calls: number;
  before: LabelCounts;
  after: LabelCounts;
  /** Calls whose label differs. Corrected calls keep theirs. */
  changed: number;
  changes: LabelChange[];
}

export interface BackTestReport {
  /** Results for the latest calls. */
  recent: ReplayedLabels & {
    /** Follow-ups under the current rules, under the draft, and only under the draft. */
    followUps: { before: number; after: number; opened: number };
  };
  /** Results for the checked calls using only the rules, ignoring corrections. */
  checked: ReplayedLabels & {
    accuracyBefore: Accuracy;
    accuracyAfter: Accuracy;
    /** Labels that become correct, and labels that become incorrect. */
    fixed: number;
    broken: number;
  };
  /** The first `MAX_LISTED_CHANGES` changed calls. */
  changedCalls: ChangedCall[];
  changedCallCount: number;
}

interface Verdict {
  label: CallLabel;
  sentiment: Sentiment;
  needsReview: boolean;
  isFollowedUp: boolean;
  decision: RuleDecision | null;
}

/**
 * Compares the current rules with a draft's rules on past calls. Add calls in the order in which changes should be
 * listed.
 */
export class BackTest {
  private readonly recent = new Replay();
  private readonly checked = new Replay();
  private readonly changedCalls: ChangedCall[] = [];
  private changedCallCount = 0;
  private readonly followUps = { before: 0, after: 0, opened: 0 };
  private readonly checkedCalls: { answer: CheckAnswer; before: Verdict; after: Verdict }[] = [];

  constructor(
    private readonly currentRules: readonly GuidelineRule[],
    private readonly draftRules: readonly GuidelineRule[],
  ) {}

  add(call: PastCall): void {
    const [before, after] = [judgeCall(call, this.currentRules), judgeCall(call, this.draftRules)];
    if (call.answer !== null) {
      this.checked.add(before.label, after.label);
      this.checkedCalls.push({ answer: call.answer, before, after });
    }
    const [shownBefore, shownAfter] = [applyCorrection(call, before), applyCorrection(call, after)];
    const opensFollowUp = shownAfter.isFollowedUp && !shownBefore.isFollowedUp;
    if (call.isRecent) {
      this.recent.add(shownBefore.label, shownAfter.label);
      if (shownBefore.isFollowedUp) this.followUps.before += 1;
      if (shownAfter.isFollowedUp) this.followUps.after += 1;
      if (opensFollowUp) this.followUps.opened += 1;
    }
    if (shownBefore.label !== shownAfter.label || opensFollowUp)
      this.listChange(toChangedCall(call, shownBefore, shownAfter, opensFollowUp));
  }

  report(): BackTestReport {
    return {
      recent: { ...this.recent.getLabels(), followUps: this.followUps },
      checked: {
        ...this.checked.getLabels(),
        accuracyBefore: computeAccuracy(this.checkedCalls.map(({ answer, before }) => ({ answer, ...before }))),
        accuracyAfter: computeAccuracy(this.checkedCalls.map(({ answer, after }) => ({ answer, ...after }))),
        fixed: this.checkedCalls.filter(
          ({ answer, before, after }) => before.label !== answer && after.label === answer,
        ).length,
        broken: this.checkedCalls.filter(
          ({ answer, before, after }) => before.label === answer && after.label !== answer,
        ).length,
      },
      changedCalls: this.changedCalls,
      changedCallCount: this.changedCallCount,
    };
  }

  private listChange(changed: ChangedCall): void {
    this.changedCallCount += 1;
    if (this.changedCalls.length < MAX_LISTED_CHANGES) this.changedCalls.push(changed);
  }
}

/** Counts a set of calls' labels under the current rules and under the draft's rules. */
class Replay {
  private calls = 0;
  private changed = 0;
  private readonly before = createZeroCounts();
  private readonly after = createZeroCounts();
  private readonly changes = new Map<string, LabelChange>();

  add(from: CallLabel, to: CallLabel): void {
    this.calls += 1;
    this.before[from] += 1;
    this.after[to] += 1;
    if (from === to) return;
    this.changed += 1;
    const change = this.changes.get(`${from} ${to}`) ?? { from, to, count: 0 };
    this.changes.set(`${from} ${to}`, { ...change, count: change.count + 1 });
  }

  getLabels(): ReplayedLabels {
    const { calls, changed, before, after } = this;
    return { calls, changed, before, after, changes: [...this.changes.values()].sort((a, b) => b.count - a.count) };
  }
}

function createZeroCounts(): LabelCounts {
  return Object.fromEntries(CALL_LABELS.map((label) => [label, 0])) as LabelCounts;
}

function judgeCall(call: PastCall, rules: readonly GuidelineRule[]): Verdict {
  const { analysis, segments } = call;
  const decision = evaluateRules(rules, analysis, segments);
  return { ...toVerdict(call, applyDecision(analysis, decision)), decision };
}

function applyCorrection(call: PastCall, { decision, ...verdict }: Verdict): Verdict {
  const { analysis, correctedTo } = call;
  if (correctedTo === null) return { ...verdict, decision };
  const result = { ...applyDecision(analysis, decision), sentiment: correctedTo, needsReview: false };
  return { ...toVerdict(call, result), decision };
}

function toVerdict(
  { segments, direction }: PastCall,
  analysis: Pick<Analysis, 'sentiment' | 'needsReview' | 'followUp'>,
): Omit<Verdict, 'decision'> {
  const { sentiment, needsReview } = analysis;
  const isFollowedUp = followUpKind(analysis, { segments }, direction, false) !== null;
  return { label: callLabel(analysis), sentiment, needsReview, isFollowedUp };
}

function toChangedCall({ id }: PastCall, before: Verdict, after: Verdict, opensFollowUp: boolean): ChangedCall {
  const { label, followUp } = after.decision ?? {};
  const match = before.label === after.label ? followUp : label?.match;
  return {
    id,
    from: before.label,
    to: after.label,
    opensFollowUp,
    rule: match?.name ?? null,
    quote: match?.passage?.quote ?? null,
    startMs: match?.passage?.startMs ?? null,
  };
}

function computeAccuracy(
  verdicts: readonly (Pick<Verdict, 'sentiment' | 'needsReview'> & { answer: CheckAnswer })[],
): Accuracy {
  const counts = verdicts.map(({ sentiment, needsReview, answer }) => ({
    engine: '',
    month: '',
    sentiment,
    needsReview,
    answer,
    count: 1,
  }));
  return accuracyReport(counts).overall;
}
