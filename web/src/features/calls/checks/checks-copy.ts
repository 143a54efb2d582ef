export const CHECKS_COPY = {
  intro:
    "We pick calls at random. Listen to each one, then choose the label you'd give it. Ours stays hidden until then.",
  answerFailed: "Couldn't save your answer. Please try again.",
  guessMatched: (guess: string) => `This call needed a listen. Our guess was ${guess}, the same as yours.`,
  guessDiffered: (guess: string) => `This call needed a listen. Our guess was ${guess}.`,
  corrected: (answer: string) => `The call is now labeled ${answer}.`,
  undone: 'The original label is restored. Your answer still counts.',
  done: { title: 'All checked', text: 'Thanks! Come back when you have new calls.' },
  round: { title: 'Five calls checked', text: 'Keep going, or come back later.' },
  none: {
    title: 'No calls to check',
    text: 'Calls from the last 90 days that have a label and a recording show up here once each.',
  },
  viewer: "Viewers can't check calls. Ask an owner to change your role.",
} as const;

export const ACCURACY_COPY = {
  subtitle:
    "Based on calls that we picked at random and your team checked. Corrections you make elsewhere don't count.",
  figure: (correctCount: number, checkedCount: number, low: string, high: string) =>
    `Correct for ${correctCount} of ${checkedCount} checked calls (95% confidence: ${low} to ${high})`,
  exportHint: 'Transcripts with the labels you gave, one JSON object per line.',
} as const;
