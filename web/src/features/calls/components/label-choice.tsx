import { useId, type ReactNode } from 'react';

import { CHECK_ANSWER_NAMES, type CheckAnswer } from '@ringwell/domain/calls/accuracy';

interface LabelChoiceProps<Choice extends CheckAnswer> {
  legend: string;
  choices: readonly Choice[];
  value: Choice | null;
  onChange: (choice: Choice) => void;
}

/** Radio buttons for a call's label. */
export function LabelChoice<Choice extends CheckAnswer>({
  legend,
  choices,
  value,
  onChange,
}: LabelChoiceProps<Choice>): ReactNode {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map((choice) => (
          <label key={choice} className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={name}
              value={choice}
              checked={value === choice}
              onChange={() => onChange(choice)}
              className="size-4.5 accent-primary"
            />
            {CHECK_ANSWER_NAMES[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
