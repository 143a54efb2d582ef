import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

import type { TextField } from '@ringwell/domain/calls/word-edits';

import type { FullCall } from '../../../api/types';
import { useMediaQuery } from '../../../lib/browser/use-media-query';
import { Playback } from '../../../lib/recordings/playback';
import { CustomerButtons } from '../../../ui/buttons/customer-buttons';
import { LazyPart, lazyPart, lazyArea } from '../../../ui/lazy-part';
import { otherParty } from '../call-party';
import { DeliverySection } from '../components/deliveries';
import type { AdjacentCalls } from './adjacent-calls';
import { MetadataSection } from './call-metadata';
import { LabelCorrection } from './label-correction';
import { LabelReasons } from './label-reasons';
import { Player } from './player';
import { SummarySection } from './summary';
import { TranscriptSection } from './transcript';
import { isBehindOverlay, useCallKeys } from './use-call-keys';

const CallFollowUp = lazyArea(async () => (await import('../../follow-ups/components/call-follow-up')).CallFollowUp);
// Loaded on demand, because most calls don't need them right away.
const FallbackNotice = lazyPart(async () => (await import('./fallback-notice')).FallbackNotice);
const ListenNotice = lazyArea(async () => (await import('./listen-notice')).ListenNotice);
const ProcessingNotice = lazyPart(async () => (await import('./processing-notice')).ProcessingNotice);
const DemoAlert = lazyArea(async () => (await import('../components/demo-alert')).DemoAlert);
const Printout = lazyArea(async () => (await import('./printout')).Printout);
const WordsDialog = lazyArea(async () => (await import('./words-dialog')).WordsDialog);
const Tabs = lazyArea(async () => (await import('../../../ui/layout/tabs')).Tabs);

const COMPACT_QUERY = '(max-width: 1023px)';

interface CallDetailsProps {
  call: FullCall;
  adjacentCalls: AdjacentCalls;
  /** Where to start in the recording, and which transcript line to show. */
  startMs?: number;
}

/**
 * Everything below a call's header. The React key must include the call's ID and `startMs`, because playback is set up
 * only once.
 */
export function CallDetails({ call, adjacentCalls, startMs }: CallDetailsProps): ReactNode {
  const [playback] = useState(() => new Playback(call.durationSeconds, startMs));
  const { attach } = playback;
  // Focused only once, because tab panels are remounted whenever they are shown.
  const [focusMs, setFocusMs] = useState(startMs);
  const [field, setField] = useState<TextField>();
  const stopEditing = (): void => setField(undefined);
  const container = useRef<HTMLDivElement>(null);
  useCallKeys(container, playback, adjacentCalls);
  const isCompact = useIsCompact(container);
  const isDemo = call.source === 'demo';
  const playButton = useRef<HTMLButtonElement>(null);
  const player = call.hasGivenTranscript || (
    <Player call={call} playback={playback} playButton={playButton} isSmall={isCompact} />
  );
  const listenNotice = call.result?.reviewReason && (
    <ListenNotice call={call} result={call.result} playback={playback} playButton={playButton} />
  );
  const label = call.result && (
    <>
      {call.correction === null && (
        <LabelReasons
          result={call.result}
          quality={call.transcriptQuality}
          onPlay={(moment) => playback.playFrom(moment.startMs)}
        />
      )}
      {!isDemo && <LabelCorrection call={call} />}
    </>
  );
  const followUp = call.result && <CallFollowUp callId={call.id} />;
  const summary = (
    <div className="grid grid-cols-1 gap-5">
      <LazyPart>
        {call.state !== 'completed' && <ProcessingNotice call={call} />}
        {call.engines?.fallbackFrom && <FallbackNotice call={call} />}
      </LazyPart>
      {!isCompact && followUp}
      {call.result && (
        <SummarySection call={call} result={call.result} playback={playback} onEdit={isDemo ? undefined : setField} />
      )}
      {isCompact && followUp}
      {isCompact && <div className="-mx-4 border-t md:-mx-6">{label}</div>}
    </div>
  );
  const transcript = (
    <TranscriptSection call={call} playback={playback} startMs={focusMs} onFocused={() => setFocusMs(undefined)} />
  );
  const delivery = (
    <div className="grid grid-cols-1 gap-6">
      {isDemo ? (
        <DemoAlert call={call} />
      ) : (
        <DeliverySection subject={{ kind: 'calls', id: call.id }} refreshKey={call} />
      )}
      <MetadataSection call={call} />
    </div>
  );
  // Scroll containers are positioned, because the absolutely positioned screen reader text would otherwise lengthen the
  // page.
  return (
    <>
      {/* Outside both layouts, so that playback continues when the window is rotated or resized. */}
      {call.links.audio !== null && <audio ref={attach} src={call.links.audio} preload="metadata" />}
      {isCompact ? (
        <>
          <div
            ref={container}
            className="relative min-h-0 grow overflow-y-auto short:overflow-visible px-4 pb-6 md:px-6 [&_[role=tablist]]:sticky [&_[role=tablist]]:top-0 [&_[role=tablist]]:z-10 [&_[role=tablist]]:-mx-4 [&_[role=tablist]]:px-4 md:[&_[role=tablist]]:-mx-6 md:[&_[role=tablist]]:px-6 [&_[role=tablist]]:bg-surface"
          >
            <div className="-mx-4 md:-mx-6">{listenNotice}</div>
            <Tabs
              label="Call details"
              tabs={[
                { id: 'summary', label: 'Summary', panel: summary },
                { id: 'transcript', label: 'Transcript', panel: transcript },
                { id: 'delivery', label: 'Delivery', panel: delivery },
              ]}
            />
          </div>
          <div
            data-player
            className="bottom-(--bar-height) z-10 grid grid-cols-1 gap-2 border-t bg-surface px-4 py-2 short:sticky md:px-6"
          >
            <CustomerButtons phone={otherParty(call).phone} />
            {player}
          </div>
        </>
      ) : (
        <>
          {listenNotice}
          {label}
          <div ref={container} className="grid min-h-0 grow grid-cols-[22rem_minmax(0,1fr)]">
            <div className="relative grid grid-cols-1 content-start gap-7 overflow-y-auto border-r px-6 py-5 short:overflow-visible">
              {summary}
              {delivery}
            </div>
            <div className="flex min-h-0 flex-col">
              <div className="top-(--banner-height) z-10 border-b bg-sunken px-6 py-4 empty:hidden short:sticky">
                {player}
              </div>
              <div className="relative min-h-0 grow overflow-y-auto px-6 py-5 short:overflow-visible">{transcript}</div>
            </div>
          </div>
        </>
      )}
      {/* Also outside both layouts, to keep unsaved text. */}
      {field !== undefined && call.result && (
        <WordsDialog call={call} result={call.result} field={field} onClose={stopEditing} />
      )}
      <Printout call={call} />
    </>
  );
}

// Waits until nothing is open over the call, because changing the layout remounts its parts and loses typed text.
function useIsCompact(container: RefObject<Element | null>): boolean {
  const isNarrow = useMediaQuery(COMPACT_QUERY);
  const [isCompact, setIsCompact] = useState(isNarrow);
  useEffect(() => {
    const update = (): void => {
      if (!isBehindOverlay(container.current)) setIsCompact(isNarrow);
    };
    update();
    document.addEventListener('focusin', update); // a dialog that closes returns focus
    return () => document.removeEventListener('focusin', update);
  }, [container, isNarrow]);
  return isCompact;
}
