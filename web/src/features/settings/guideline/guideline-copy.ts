import { MAX_BACK_TEST_CALLS, MAX_BACK_TEST_CHECKS, MAX_RULES } from '@ringwell/domain/accounts/guideline';

import { formatNumber, plural } from '../../../lib/format/format';

export const GUIDELINE_COPY = {
  intro:
    'Say what counts as happy or unhappy for your business. It applies to new and reprocessed calls. Corrected labels never change.',
  textHint: 'For the language model that reads your calls. You can also say what summaries should mention.',
  rulesHint:
    'Rules work with any analyst. The first rule that matches decides the label. Rules match words, not meaning: “I won’t cancel” also contains “cancel”. Calls with unreliable words still need a listen.',
  noRules: 'No rules yet.',
  rule: (position: number) => `Rule ${position}`,
  add: 'Add a rule',
  full: `You can have up to ${MAX_RULES} rules.`,
  moveUp: (position: number) => `Move rule ${position} up`,
  moveDown: (position: number) => `Move rule ${position} down`,
  remove: (position: number) => `Remove rule ${position}`,
  moved: (position: number) => `Moved to position ${position}.`,
  removed: (position: number) => `Removed rule ${position}.`,
  when: 'If',
  whenNames: { words: 'these words are said', topic: 'the topic is' },
  phrases: 'Words or phrases',
  phrasesHint: 'Separate them with commas. Any one of them is enough, in upper or lower case, with or without accents.',
  phrasesMissing: 'Enter at least one word or phrase.',
  phraseTooLong: (length: number) => `Use ${length} characters or fewer for each phrase.`,
  saidByNames: { customer: 'the customer', agent: 'the agent', anyone: 'anyone' },
  topic: 'Topic',
  then: 'Then',
  thenNames: {
    positive: 'label it Positive',
    neutral: 'label it Neutral',
    negative: 'label it Negative',
    follow_up: 'call the customer back',
  },
  try: 'Try it on past calls',
  tryFailed: "Couldn't try it on past calls. Please try again.",
  save: 'Save',
  seeFirst: "Here's what your draft would change. Choose Save again to keep it.",
  nothingToSave: 'Nothing to save: this is already your guideline.',
  saved: (version: number) => `Saved as version ${version}. It applies to new calls from now on.`,
  unsavedDraft: "You haven't saved these changes yet.",
  loadLatest: 'Discard my draft and load it',
  result: {
    title: 'On your past calls',
    outdated: "You've changed the draft since then. Try it again to see its current effects.",
    recent: (count: number) => `Labels for your last ${plural(count, 'call')}`,
    now: 'Now',
    draft: 'With your draft',
    followUps: 'To follow up',
    changed: (count: number, total: number) =>
      count === 0 ? 'No new labels.' : `${formatNumber(count)} of ${plural(total, 'call')} would get a new label.`,
    opened: (count: number) =>
      count === 0 ? 'No new follow-ups.' : `${plural(count, 'more call')} would get a follow-up.`,
    none: `No calls to try it on yet. Your draft is tried on your last ${MAX_BACK_TEST_CALLS} calls.`,
    checked: (count: number) => `Accuracy on ${plural(count, 'checked call')}`,
    noChecks:
      'No checked calls yet. Under Listen and judge, check calls to see whether your rules make labels more accurate.',
    checkedLimit: `Only your latest ${formatNumber(MAX_BACK_TEST_CHECKS)} checked calls are used.`,
    accuracy: (correct: number, checked: number, share: string, low: string, high: string) =>
      `${share} right: ${correct} of ${checked} (95% confidence: ${low} to ${high})`,
    rises: (fixed: number, broken: number) => `More labels are right: ${fixed} fixed, ${broken} newly wrong.`,
    falls: (fixed: number, broken: number) => `Fewer labels are right: ${fixed} fixed, ${broken} newly wrong.`,
    same: (fixed: number) =>
      fixed === 0
        ? 'Just as many labels are right.'
        : `Just as many labels are right: ${fixed} fixed, ${fixed} newly wrong.`,
    chance: 'With so few checked calls, the difference may be due to chance.',
    withoutTranscript: (count: number) =>
      `${plural(count, 'call')} couldn't be included, because the transcript was deleted under your retention policy.`,
    textNotTried:
      "These numbers only cover your rules. The effect of your text on the language model isn't tested; you'll see it on new calls.",
    someCalls: (displayedCount: number, count: number) => `The latest ${displayedCount} of ${plural(count, 'call')}.`,
  },
  versions: {
    title: 'Versions',
    current: 'Current',
    by: (author: string | null, date: string) => (author === null ? date : `${author}, ${date}`),
    show: 'Show contents',
    restore: 'Restore',
    restoreVersion: (version: number) => `Restore version ${version}`,
    question: (version: number) =>
      `Restore version ${version}? It'll be saved as a new version and apply to new calls from now on.`,
    draftIsLost: 'Your unsaved draft will be discarded.',
  },
} as const;
