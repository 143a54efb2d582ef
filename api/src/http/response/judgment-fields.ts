import { REVIEW_REASONS } from '@ringwell/domain/calls/analysis';
import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import { boolean, oneOf, text } from './dto-fields';

/** A call's judgment, in the results of both real and demo calls. */
export const JUDGMENT_FIELDS = {
  sentiment: oneOf(SENTIMENTS, {
    description: 'How happy the customer is at the end of the call. A guess if needsReview is true.',
    example: 'positive',
  }),
  needsReview: boolean({
    description:
      'Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen.',
    example: false,
  }),
  reviewReason: oneOf(REVIEW_REASONS, {
    nullable: true,
    description:
      'Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be ' +
      'read, the analyst is not sure enough, ' +
      'or the customer was clearly both happy and unhappy.',
    example: null,
  }),
};

export const ENGINE_NOTE = text({
  nullable: true,
  description: "A note about the quality of this engine's transcripts, if there is one.",
  example: null,
});
