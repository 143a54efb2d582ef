import { render, screen } from '@testing-library/react';

import { COPY } from '../../lib/copy';
import { Field } from './field';
import { Input } from './input';

describe('Field', () => {
  it('connects label, hint and error to the control', () => {
    render(
      <Field label="Email" hint="For alerts" error={COPY.invalid.email}>
        <Input />
      </Field>,
    );
    const control = screen.getByLabelText('Email');
    expect(control).toBeInvalid();
    expect(control).toBeRequired();
    expect(control).toHaveAccessibleDescription(`For alerts ${COPY.invalid.email}`);
  });

  it('marks an optional control without an error as valid and not required', () => {
    render(
      <Field label="Phone" optional>
        <Input />
      </Field>,
    );
    const control = screen.getByLabelText(/Phone/);
    expect(control).toBeValid();
    expect(control).not.toBeRequired();
  });
});
