import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import { MAX_RULES } from '@ringwell/domain/accounts/guideline';

import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { GUIDELINE_COPY as copy } from './guideline-copy';
import { createRule, type DraftRule } from './guideline-draft';
import { RuleFields } from './rule-fields';

interface RulesEditorProps {
  rules: DraftRule[];
  onChange: (rules: DraftRule[]) => void;
  /** Problems by rule ID. */
  problems: Readonly<Record<string, string>>;
}

/** The rules in order. A moved rule keeps focus. Removing one focuses the button that adds rules. */
export function RulesEditor({ rules, onChange, problems }: RulesEditorProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const selectorToFocus = useRef<string>(undefined);
  const [notice, setNotice] = useState('');

  // A moved element loses focus, and an added one doesn't have it yet.
  useLayoutEffect(() => {
    const selector = selectorToFocus.current;
    selectorToFocus.current = undefined;
    if (selector !== undefined) list.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [rules]);

  const moveRule = (from: number, to: number): void => {
    const movedRule = rules[from];
    if (!movedRule) return;
    const otherRules = rules.filter(({ id }) => id !== movedRule.id);
    const isAtEnd = to === 0 || to === rules.length - 1;
    const direction = to < from === isAtEnd ? 'down' : 'up';
    selectorToFocus.current = `[data-rule="${movedRule.id}"] [data-move="${direction}"]`;
    setNotice(copy.moved(to + 1));
    onChange([...otherRules.slice(0, to), movedRule, ...otherRules.slice(to)]);
  };
  const addRule = (): void => {
    const rule = createRule();
    selectorToFocus.current = `[data-rule="${rule.id}"] select`;
    setNotice('');
    onChange([...rules, rule]);
  };
  const removeRule = (removedIndex: number): void => {
    addButton.current?.focus();
    setNotice(copy.removed(removedIndex + 1));
    onChange(rules.filter((_, index) => index !== removedIndex));
  };

  return (
    <section aria-labelledby="guideline-rules" className="border-t pt-5">
      <h3 id="guideline-rules" className="text-ui font-semibold">
        Rules{' '}
        <span className="text-meta font-normal text-fg-subtle">
          {rules.length} of {MAX_RULES}
        </span>
      </h3>
      <p className="mt-1 text-fg-muted">{copy.rulesHint}</p>
      {rules.length === 0 && <p className="mt-3">{copy.noRules}</p>}
      <ol ref={list} className="mt-3 grid gap-3">
        {rules.map((rule, index) => (
          <li key={rule.id} data-rule={rule.id} className="rounded-control border p-4">
            <div role="group" aria-label={copy.rule(index + 1)}>
              <div className="mb-3 flex items-center justify-between gap-2">
                <span aria-hidden className="font-semibold">
                  {copy.rule(index + 1)}
                </span>
                <div className="flex">
                  <IconButton
                    label={copy.moveUp(index + 1)}
                    data-move="up"
                    disabled={index === 0}
                    onClick={() => moveRule(index, index - 1)}
                  >
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    label={copy.moveDown(index + 1)}
                    data-move="down"
                    disabled={index === rules.length - 1}
                    onClick={() => moveRule(index, index + 1)}
                  >
                    <ArrowDown aria-hidden />
                  </IconButton>
                  <IconButton label={copy.remove(index + 1)} onClick={() => removeRule(index)}>
                    <Trash2 aria-hidden />
                  </IconButton>
                </div>
              </div>
              <RuleFields
                rule={rule}
                problem={problems[rule.id]}
                onChange={(changes) =>
                  onChange(rules.map((item) => (item.id === rule.id ? { ...item, ...changes } : item)))
                }
              />
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          ref={addButton}
          variant="outline"
          size="sm"
          aria-disabled={rules.length >= MAX_RULES || undefined}
          onClick={() => (rules.length >= MAX_RULES ? setNotice(copy.full) : addRule())}
        >
          <Plus aria-hidden />
          {copy.add}
        </Button>
        <p role="status" className="text-fg-muted">
          {notice}
        </p>
      </div>
    </section>
  );
}
