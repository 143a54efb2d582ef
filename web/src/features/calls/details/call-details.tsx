import { useRef, useState, type ReactNode } from 'react';

import type { FullCall } from '../../../api/types';
import { useMediaQuery } from '../../../lib/use-media-query';
import { LazyPart, lazyPart } from '../../../ui/lazy-part';
import { DeliverySection } from './deliveries';
import type { Neighbours } from './neighbours';
import { Playback } from './playback';
import { Player } from './player';
import { Printout } from './printout';
import { RecordSection } from './record';
import { SummarySection } from './summary';
import { TranscriptSection } from './transcript';
import { Unfinished } from './unfinished';
import { useCallKeys } from './use-call-keys';

const Tabs = lazyPart(async () => (await import('../../../ui/layout/tabs')).Tabs);

/** Narrower windows have tabs in the place of columns. */
const COMPACT = '(max-width: 1023px)';

interface CallDetailsProps {
  call: FullCall;
  neighbours: Neighbours;
}

/** All about one call below its header; fills what is left of a box. Its key must be the call's id: a recording belongs to its call. */
export function CallDetails({ call, neighbours }: CallDetailsProps): ReactNode {
  const [playback] = useState(() => new Playback(call.durationSeconds));
  const { attach } = playback;
  const place = useRef<HTMLDivElement>(null);
  useCallKeys(place, playback, neighbours);
  const isCompact = useMediaQuery(COMPACT);
  const player = <Player call={call} playback={playback} />;
  const summary = (
    <div className="grid grid-cols-1 gap-5">
      {call.state !== 'completed' && <Unfinished call={call} />}
      {call.result && <SummarySection call={call} result={call.result} playback={playback} />}
    </div>
  );
  const transcript = <TranscriptSection call={call} playback={playback} />;
  const delivery = (
    <div className="grid grid-cols-1 gap-6">
      <DeliverySection callId={call.id} />
      <RecordSection call={call} />
    </div>
  );
  // What scrolls is positioned: else the texts for screen readers, which are absolute, would lengthen the page itself.
  return (
    <>
      {/* Outside of both layouts, so that it plays on when the window is turned or resized. */}
      {call.links.audio !== null && <audio ref={attach} src={call.links.audio} preload="metadata" />}
      {isCompact ? (
        <>
          <div
            ref={place}
            className="relative min-h-0 grow overflow-y-auto px-4 pb-6 md:px-6 [&_[role=tablist]]:sticky [&_[role=tablist]]:top-0 [&_[role=tablist]]:z-10 [&_[role=tablist]]:-mx-4 [&_[role=tablist]]:px-4 md:[&_[role=tablist]]:-mx-6 md:[&_[role=tablist]]:px-6 [&_[role=tablist]]:bg-surface"
          >
            <LazyPart>
              <Tabs
                label="Call details"
                tabs={[
                  { id: 'summary', label: 'Summary', panel: summary },
                  { id: 'transcript', label: 'Transcript', panel: transcript },
                  { id: 'delivery', label: 'Delivery', panel: delivery },
                ]}
              />
            </LazyPart>
          </div>
          <div className="border-t bg-surface px-4 pt-3 md:px-6 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            {player}
          </div>
        </>
      ) : (
        <div ref={place} className="grid min-h-0 grow grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-h-0 flex-col">
            <div className="border-b bg-sunken px-6 py-4">{player}</div>
            <div className="relative min-h-0 grow overflow-y-auto px-6 py-5">{transcript}</div>
          </div>
          <div className="relative grid grid-cols-1 content-start gap-7 overflow-y-auto border-l px-6 py-5">
            {summary}
            {delivery}
          </div>
        </div>
      )}
      <Printout call={call} />
    </>
  );
}
