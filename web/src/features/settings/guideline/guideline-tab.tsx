import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { isSameGuideline, MAX_GUIDELINE_LENGTH, type GuidelineContent } from '@ringwell/domain/accounts/guideline';

import { ApiError } from '../../../api/api-error';
import type { BackTest } from '../../../api/types';
import { useConfirmLeave } from '../../../lib/browser/use-confirm-leave';
import { formatNumber } from '../../../lib/format/format';
import { useHasWriter } from '../../../lib/queries/my-settings-query';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Field } from '../../../ui/forms/field';
import { FormError } from '../../../ui/forms/form-error';
import { Textarea } from '../../../ui/forms/input';
import { guidelineQuery, useBackTest, useUnsavedDraft, useSaveGuideline, type GuidelineVersion } from './api';
import { BackTestResult } from './back-test-result';
import { GUIDELINE_COPY as copy } from './guideline-copy';
import { toContent, toDraft, findRuleProblem, type GuidelineDraft } from './guideline-draft';
import { GuidelineVersions } from './guideline-versions';
import { RulesEditor } from './rules-editor';

/** The account's own guideline: its text and rules, their effects on past calls, and earlier versions. */
export function GuidelineTab(): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(guidelineQuery(accountId));
  if (data) return <GuidelineEditor inForce={data} onReload={async () => (await refetch()).data} />;
  if (isError) return <LoadFailed what="your guideline" onRetry={() => void refetch()} />;
  return <Skeleton className="h-96" label="Loading your guideline" />;
}

interface GuidelineEditorProps {
  inForce: GuidelineVersion;
  onReload: () => Promise<GuidelineVersion | undefined>;
}

// Saving first shows a draft's effects, unless this exact draft has already been tested.
function GuidelineEditor({ inForce, onReload }: GuidelineEditorProps): ReactNode {
  const { kept, keep } = useUnsavedDraft();
  const [draft, setDraft] = useState(() => kept?.draft ?? toDraft(inForce));
  const latestDraft = useRef(draft); // people keep typing while a version is saved
  const [basedOn, setBasedOn] = useState(kept?.version ?? inForce.version);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [tested, setTested] = useState<{ content: GuidelineContent; result: BackTest }>();
  const [notice, setNotice] = useState<string>(kept ? copy.kept : '');
  const heading = useRef<HTMLHeadingElement>(null);
  const hasWriter = useHasWriter();
  const form = useRef<HTMLFormElement>(null);
  const backTest = useBackTest();
  const save = useSaveGuideline();

  useEffect(() => heading.current?.focus(), [tested]);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [problems]);

  const content = toContent(draft);
  const isTested = tested !== undefined && isSameGuideline(tested.content, content);
  const isChanged = !isSameGuideline(inForce, content);
  useConfirmLeave(isChanged);
  const isBusy = backTest.isPending || save.isPending;

  const change = (next: Partial<GuidelineDraft>): void => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    latestDraft.current = changed;
    keep({ draft: changed, version: basedOn });
    setProblems({});
    setNotice('');
    backTest.reset();
    save.reset();
  };
  const load = (guideline: GuidelineVersion, text = ''): void => {
    change(toDraft(guideline));
    keep(undefined);
    setBasedOn(guideline.version);
    setTested(undefined);
    setNotice(text);
  };
  const isValid = (): boolean => {
    const found = draft.rules.flatMap((rule) => {
      const problem = findRuleProblem(rule);
      return problem === undefined ? [] : [[rule.id, problem] as const];
    });
    setProblems(Object.fromEntries(found));
    return found.length === 0;
  };
  const runTest = async (text = ''): Promise<void> => {
    if (!isValid()) return;
    setNotice('');
    save.reset();
    const result = await backTest.mutateAsync(content).catch(() => undefined); // the page shows the error
    if (!result) return;
    setTested({ content, result });
    setNotice(text);
  };
  const saveDraft = async (): Promise<void> => {
    if (!isChanged) return setNotice(copy.nothingToSave);
    if (!isTested) return runTest(copy.seeFirst);
    const saved = await save.mutateAsync({ ...content, replaces: basedOn }).catch(() => undefined);
    if (!saved) return;
    if (latestDraft.current === draft) return load(saved, copy.saved(saved.version));
    setBasedOn(saved.version);
    keep({ draft: latestDraft.current, version: saved.version });
    setNotice(copy.saved(saved.version));
  };
  const isOutdated = save.error instanceof ApiError && save.error.code === 'GUIDELINE_CHANGED';

  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-fg-muted">{copy.intro}</p>
      <form
        ref={form}
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void saveDraft();
        }}
      >
        {hasWriter && (
          <Field
            label={copy.text}
            optional
            hint={`${copy.textHint} ${formatNumber(draft.text.length)} of ${formatNumber(MAX_GUIDELINE_LENGTH)} characters.`}
          >
            <Textarea
              value={draft.text}
              maxLength={MAX_GUIDELINE_LENGTH}
              placeholder={copy.textExample}
              onChange={({ target }) => change({ text: target.value })}
            />
          </Field>
        )}
        <RulesEditor rules={draft.rules} problems={problems} onChange={(rules) => change({ rules })} />
        <div className="flex flex-wrap items-center gap-3 border-t pt-5">
          <Button
            variant="outline"
            pending={backTest.isPending}
            pendingLabel={copy.trying}
            onClick={() => void runTest()}
          >
            {copy.try}
          </Button>
          <Button type="submit" pending={save.isPending} pendingLabel={copy.saving}>
            {copy.save}
          </Button>
          <p role="status" className="font-medium">
            {notice}
          </p>
        </div>
        <FormError error={backTest.error} fallback={copy.tryFailed} />
        <FormError error={save.error} fallback={copy.saveFailed} />
        {isOutdated && (
          <Button
            variant="outline"
            size="sm"
            className="justify-self-start"
            onClick={() => void onReload().then((latest) => latest && load(latest))}
          >
            {copy.loadLatest}
          </Button>
        )}
      </form>
      {tested && <BackTestResult ref={heading} result={tested.result} isCurrent={isTested} />}
      <GuidelineVersions
        inForce={inForce.version}
        hasDraft={isChanged}
        onRestored={(guideline) =>
          load(guideline, guideline.version === inForce.version ? copy.nothingToSave : copy.saved(guideline.version))
        }
      />
    </div>
  );
}
