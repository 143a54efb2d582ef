import type { ReactNode } from 'react';

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
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Customer name" optional>
        <Input
          value={fields.customerName}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => changeFields({ customerName: target.value })}
        />
      </Field>
      <Field label="Customer's number" optional>
        <Input
          type="tel"
          value={fields.phone}
          maxLength={64}
          autoComplete="off"
          onChange={({ target }) => changeFields({ phone: target.value })}
        />
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
        <Input
          value={fields.agentName}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => changeFields({ agentName: target.value })}
        />
      </Field>
      <Field label="Job" hint="The job's ID in your field-service software" optional>
        <Input
          value={fields.jobId}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => changeFields({ jobId: target.value })}
        />
      </Field>
    </div>
  );
}
