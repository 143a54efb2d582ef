import type { ComponentProps, ReactNode } from 'react';

import { Field } from '../../../ui/forms/field';
import { Input, Select } from '../../../ui/forms/input';
import type { CallFields } from '../call-fields';

interface CallFieldsFormProps {
  fields: CallFields;
  onChange: (fields: CallFields) => void;
  directionHint?: string;
}

export function CallFieldsForm({ fields, onChange, directionHint }: CallFieldsFormProps): ReactNode {
  const changeFields = (change: Partial<CallFields>): void => onChange({ ...fields, ...change });
  const textProps = (name: keyof CallFields, maxLength: number): ComponentProps<typeof Input> => ({
    value: fields[name],
    maxLength,
    autoComplete: 'off',
    onChange: ({ target }) => onChange({ ...fields, [name]: target.value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Customer name" optional>
        <Input {...textProps('customerName', 200)} />
      </Field>
      <Field label="Customer's number" optional>
        <Input type="tel" {...textProps('phone', 64)} />
      </Field>
      <Field label="Direction" hint={directionHint} optional>
        <Select
          className="w-full"
          value={fields.direction}
          onChange={({ target }) => changeFields({ direction: target.value as CallFields['direction'] })}
        >
          <option value="">Unknown</option>
          <option value="inbound">Inbound</option>
          <option value="outbound">Outbound</option>
        </Select>
      </Field>
      <Field label="Date and time of the call" optional>
        <Input
          type="datetime-local"
          value={fields.startedAt}
          onChange={({ target }) => changeFields({ startedAt: target.value })}
        />
      </Field>
      <Field label="Agent" hint="Who spoke for your company" optional>
        <Input {...textProps('agentName', 100)} />
      </Field>
      <Field label="Job" hint="The job's ID in your field-service software" optional>
        <Input {...textProps('jobId', 200)} />
      </Field>
    </div>
  );
}
