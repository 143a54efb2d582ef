import { useState, type ReactNode } from 'react';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import { formatPhone } from '@ringwell/domain/customers/phone';
import { PATTERN_PARTS, findPatternProblem } from '@ringwell/domain/inbox/file-name-pattern';
import { readFileName, BUILT_IN_PATTERNS, type FileNameDetails } from '@ringwell/domain/inbox/read-file-name';

import { formatDateTime } from '../../../lib/format/format';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { Textarea } from '../../../ui/forms/input';
import { SaveIndicator } from '../fields/save-indicator';
import { useSetting } from '../settings-context';

const EXAMPLES = [
  'external-201-15551234567-20261128-101500-1795861300.12.wav',
  '[John Doe]_201-15551234567_20261128101500(12).wav',
];
const LOCAL_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/**
 * The account's file name patterns, previewed while the user types and saved on request.
 * @param names names of the latest files
 */
export function NamePatterns({ names }: { names: readonly string[] }): ReactNode {
  const { value, error, isSaving, save, clearOutcome } = useSetting('inboxPatterns');
  const [draft, setDraft] = useState<string | null>(null);
  const [basePatterns, setBasePatterns] = useState(value); // what the draft started from
  const [typedNames, setTypedNames] = useState<string | null>(null);
  const patterns = draft === null ? value : splitLines(draft);
  const problem = patterns.map(findPatternProblem).find((item) => item !== null) ?? undefined;
  const validPatterns = patterns.filter((pattern) => findPatternProblem(pattern) === null);
  const displayedNames = typedNames ?? (names.length > 0 ? names : EXAMPLES).join('\n');
  const commit = async (): Promise<void> => {
    if (!(await save(patterns, basePatterns))) return;
    setDraft((current) => (current === draft ? null : current));
    setBasePatterns(patterns);
  };
  return (
    <div className="relative grid gap-4">
      <Field
        label="File name patterns"
        hint={`One pattern per line, such as {date} {time} {direction} {number}. They take precedence over those for ${Object.keys(BUILT_IN_PATTERNS).slice(0, -1).join(', ')}.`}
        error={problem ?? error}
        optional
      >
        <Textarea
          rows={3}
          spellCheck={false}
          value={draft ?? value.join('\n')}
          onChange={({ target }) => {
            if (draft === null) setBasePatterns(value);
            setDraft(target.value);
            clearOutcome();
          }}
        />
      </Field>
      <PatternParts />
      <Field label="Try file names" hint="One name per line. Nothing is saved." optional>
        <Textarea
          rows={3}
          spellCheck={false}
          value={displayedNames}
          onChange={({ target }) => setTypedNames(target.value)}
        />
      </Field>
      <ul aria-label="Details from file names" aria-live="polite" className="divide-y">
        {splitLines(displayedNames).map((name) => (
          <li key={name} className="grid gap-0.5 py-2 wrap-anywhere">
            <span className="font-medium">{name}</span>
            <FileNamePreview details={readFileName(name, validPatterns)} />
          </li>
        ))}
      </ul>
      {draft !== null && (
        <div className="flex flex-wrap gap-3">
          <Button
            disabled={problem !== undefined}
            pending={isSaving}
            pendingLabel="Saving..."
            onClick={() => void commit()}
          >
            Save patterns
          </Button>
          <Button
            variant="outline"
            onClick={() => {
              setDraft(null);
              clearOutcome();
            }}
          >
            Discard
          </Button>
        </div>
      )}
      <SaveIndicator names={['inboxPatterns']} className="absolute top-0 right-0" />
    </div>
  );
}

function PatternParts(): ReactNode {
  return (
    <details>
      <summary className="cursor-pointer font-medium pointer-coarse:py-2">Parts of a pattern</summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {Object.entries(PATTERN_PARTS).map(([name, { description }]) => (
          <div key={name} className="contents">
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd className="text-fg-muted max-sm:mb-1">{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function FileNamePreview({ details }: { details: FileNameDetails | null }): ReactNode {
  if (details === null)
    return (
      <span className="text-fg-muted">No pattern matches. The call gets the file's time and no phone number.</span>
    );
  const { direction, from, to, agentName, customerName, startedAt, pattern } = details;
  const parts = [
    direction ? CALL_DIRECTION_NAMES[direction] : 'No direction',
    from && `from ${formatPhone(from)}`,
    to && `to ${formatPhone(to)}`,
    agentName && `agent ${agentName}`,
    customerName && `customer ${customerName}`,
    startedAt ? formatStartTime(startedAt) : 'file time',
  ].filter(Boolean);
  return (
    <>
      <span>{parts.join(' · ')}</span>
      <code className="text-meta text-fg-subtle">{pattern}</code>
    </>
  );
}

// Times in file names are in the account's time zone unless they have an offset.
function formatStartTime(startedAt: string): string {
  return startedAt.endsWith('Z') ? formatDateTime(startedAt) : LOCAL_TIME.format(new Date(`${startedAt}Z`));
}

function splitLines(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}
