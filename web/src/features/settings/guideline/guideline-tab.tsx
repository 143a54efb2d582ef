import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { isSameGuideline, MAX_GUIDELINE_LENGTH, type GuidelineContent } from '@ringwell/domain/accounts/guideline';

import { ApiError } from '../../../api/api-error';
import type { BackTest } from '../../../api/types';
import { useConfirmLeave } from '../../../lib/browser/use-confirm-leave';
import { formatNumber } from '../../../lib/format/format';
import { useHasWriter } from '../../../lib/queries/api';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
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
  if (data) return <GuidelineEditor current={data} onReload={async () => (await refetch()).data} />;
  return <LoadPlaceholder subject="your guideline" className="h-96" retry={isError && refetch} />;
}

interface GuidelineEditorProps {
  current: GuidelineVersion;
  onReload: () => Promise<GuidelineVersion | undefined>;
}

// Saving first shows a draft's effects, unless this exact draft has already been tested.
function GuidelineEditor({ current, onReload }: GuidelineEditorProps): ReactNode {
  const { storedDraft, storeDraft } = useUnsavedDraft();
  const [draft, setDraft] = useState(() => storedDraft?.draft ?? toDraft(current));
  const latestDraft = useRef(draft); // the user may keep typing while a version is being saved
  const [baseVersion, setBaseVersion] = useState(storedDraft?.version ?? current.version);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [testedDraft, setTestedDraft] = useState<{ content: GuidelineContent; result: BackTest }>();
  const [notice, setNotice] = useState<string>(storedDraft ? copy.unsavedDraft : '');
  const heading = useRef<HTMLHeadingElement>(null);
  const hasWriter = useHasWriter();
  const form = useRef<HTMLFormElement>(null);
  const backTest = useBackTest();
  const save = useSaveGuideline();

  useEffect(() => heading.current?.focus(), [testedDraft]);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [problems]);

  const content = toContent(draft);
  const isTested = testedDraft !== undefined && isSameGuideline(testedDraft.content, content);
  const isChanged = !isSameGuideline(current, content);
  useConfirmLeave(isChanged);
  const isBusy = backTest.isPending || save.isPending;

  const changeDraft = (changes: Partial<GuidelineDraft>): void => {
    const newDraft = { ...draft, ...changes };
    setDraft(newDraft);
    latestDraft.current = newDraft;
    storeDraft({ draft: newDraft, version: baseVersion });
    setProblems({});
    setNotice('');
    backTest.reset();
    save.reset();
  };
  const loadGuideline = (guideline: GuidelineVersion, text = ''): void => {
    changeDraft(toDraft(guideline));
    storeDraft(undefined);
    setBaseVersion(guideline.version);
    setTestedDraft(undefined);
    setNotice(text);
  };
  const validateRules = (): boolean => {
    const ruleProblems = draft.rules.flatMap((rule) => {
      const problem = findRuleProblem(rule);
      return problem === undefined ? [] : [[rule.id, problem] as const];
    });
    setProblems(Object.fromEntries(ruleProblems));
    return ruleProblems.length === 0;
  };
  const runTest = async (text = ''): Promise<void> => {
    if (!validateRules()) return;
    setNotice('');
    save.reset();
    const result = await backTest.mutateAsync(content).catch(() => undefined); // the page shows the error
    if (!result) return;
    setTestedDraft({ content, result });
    setNotice(text);
  };
  const saveDraft = async (): Promise<void> => {
    if (!isChanged) return setNotice(copy.nothingToSave);
    if (!isTested) return runTest(copy.seeFirst);
    const savedGuideline = await save.mutateAsync({ ...content, replaces: baseVersion }).catch(() => undefined);
    if (!savedGuideline) return;
    const { version } = savedGuideline;
    if (latestDraft.current === draft) return loadGuideline(savedGuideline, copy.saved(version));
    setBaseVersion(version);
    storeDraft({ draft: latestDraft.current, version });
    setNotice(copy.saved(version));
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
            label="In your words"
            optional
            hint={`${copy.textHint} ${formatNumber(draft.text.length)} of ${formatNumber(MAX_GUIDELINE_LENGTH)} characters.`}
          >
            <Textarea
              value={draft.text}
              maxLength={MAX_GUIDELINE_LENGTH}
              placeholder="Treat a customer who cancels a membership as unhappy."
              onChange={({ target }) => changeDraft({ text: target.value })}
            />
          </Field>
        )}
        <RulesEditor rules={draft.rules} problems={problems} onChange={(rules) => changeDraft({ rules })} />
        <div className="flex flex-wrap items-center gap-3 border-t pt-5">
          <Button variant="outline" pending={backTest.isPending} pendingLabel="Trying…" onClick={() => void runTest()}>
            {copy.try}
          </Button>
          <Button type="submit" pending={save.isPending} pendingLabel="Saving…">
            {copy.save}
          </Button>
          <p role="status" className="font-medium">
            {notice}
          </p>
        </div>
        <FormError error={backTest.error} fallback={copy.tryFailed} />
        <FormError error={save.error} fallback="Couldn't save your guideline. Please try again." />
        {isOutdated && (
          <Button
            variant="outline"
            size="sm"
            className="justify-self-start"
            onClick={() => void onReload().then((latest) => latest && loadGuideline(latest))}
          >
            {copy.loadLatest}
          </Button>
        )}
      </form>
      {testedDraft && <BackTestResult ref={heading} result={testedDraft.result} isCurrent={isTested} />}
      <GuidelineVersions
        current={current.version}
        hasDraft={isChanged}
        onRestored={(guideline) =>
          loadGuideline(
            guideline,
            guideline.version === current.version ? copy.nothingToSave : copy.saved(guideline.version),
          )
        }
      />
    </div>
  );
}
