import type { ReactNode } from 'react';

import {
  RULE_EFFECTS,
  RULE_SPEAKERS,
  RULE_SUBJECTS,
  type RuleEffect,
  type RuleSpeaker,
  type RuleSubject,
} from '@ringwell/domain/accounts/guideline';
import { TOPIC_NAMES, TOPICS, type Topic } from '@ringwell/domain/calls/topic';

import { Field } from '../../../ui/forms/field';
import { Input, Options, Select } from '../../../ui/forms/input';
import { GUIDELINE_COPY as copy } from './guideline-copy';
import type { DraftRule } from './guideline-draft';

interface RuleFieldsProps {
  rule: DraftRule;
  problem: string | undefined;
  onChange: (changes: Partial<DraftRule>) => void;
}

export function RuleFields({ rule, problem, onChange }: RuleFieldsProps): ReactNode {
  const { when, phrases, saidBy, topic, then } = rule;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice<RuleSubject>
          label={copy.when}
          value={when}
          options={RULE_SUBJECTS}
          names={copy.whenNames}
          onChange={(newSubject) => onChange({ when: newSubject })}
        />
        {when === 'words' ? (
          <Choice<RuleSpeaker>
            label="Said by"
            value={saidBy}
            options={RULE_SPEAKERS}
            names={copy.saidByNames}
            onChange={(newSpeaker) => onChange({ saidBy: newSpeaker })}
          />
        ) : (
          <Choice<Topic>
            label={copy.topic}
            value={topic}
            options={TOPICS}
            names={TOPIC_NAMES}
            onChange={(newTopic) => onChange({ topic: newTopic })}
          />
        )}
      </div>
      {when === 'words' && (
        <Field label={copy.phrases} hint={copy.phrasesHint} error={problem}>
          <Input
            autoComplete="off"
            placeholder="cancel my membership, cancel my plan"
            value={phrases}
            onChange={({ target }) => onChange({ phrases: target.value })}
          />
        </Field>
      )}
      <Choice<RuleEffect>
        label={copy.then}
        value={then}
        options={RULE_EFFECTS}
        names={copy.thenNames}
        onChange={(newEffect) => onChange({ then: newEffect })}
      />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly T[];
  names: Record<T, string>;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, options, names, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <Field label={label} required={false}>
      <Select
        className="w-full"
        value={value}
        onChange={({ target }) => onChange(options.find((option) => option === target.value) ?? value)}
      >
        <Options of={options.map((option) => [option, names[option]])} />
      </Select>
    </Field>
  );
}
