import { Fragment, type ReactNode } from 'react';

import type { CallMatch, ListedCall } from '../../../api/types';
import { formatDuration } from '../../../lib/format/format';
import { callPath } from '../../../lib/paths';
import { SPEAKERS } from './speakers';

/** Link to the matching position in a call. */
export function matchPath({ id, match }: ListedCall): string {
  return callPath(id, match?.startSeconds);
}

/** A sentence in a call found by a search, with the matching words highlighted, its time and its speaker. */
export function MatchingSentence({ match: { text, marks, speaker, startSeconds } }: { match: CallMatch }): ReactNode {
  return (
    <>
      {startSeconds !== null && <span className="font-semibold">{formatDuration(startSeconds)} </span>}
      {speaker !== null && `${SPEAKERS[speaker].name}: `}
      <bdi>
        {marks.map(({ start, end }, index) => (
          <Fragment key={start}>
            {text.slice(marks[index - 1]?.end ?? 0, start)}
            <mark className="rounded-chip bg-warning-soft font-semibold text-on-warning-soft">
              {text.slice(start, end)}
            </mark>
          </Fragment>
        ))}
        {text.slice(marks.at(-1)?.end ?? 0)}
      </bdi>
    </>
  );
}
