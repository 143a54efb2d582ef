import { CircleAlert } from 'lucide-react';
import { createContext, useId, type ReactNode } from 'react';

interface InputProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** Attributes that connect a control to the label, hint and error of the field around it. */
export const FieldInputProps = createContext<InputProps>({});

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  /** Whether an empty control is announced as incomplete. */
  required?: boolean;
  children: ReactNode;
  className?: string;
}

export function Field({
  label,
  hint,
  error,
  optional = false,
  required = !optional,
  children,
  className,
}: FieldProps): ReactNode {
  const id = useId();
  const descriptions = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between gap-2 font-semibold">
        {label}
        {optional && <span className="text-meta font-normal text-fg-subtle">Optional</span>}
      </label>
      <FieldInputProps
        value={{
          id,
          ...(descriptions.length > 0 && { 'aria-describedby': descriptions.join(' ') }),
          ...(error !== undefined && { 'aria-invalid': true }),
          ...(required && { 'aria-required': true }),
        }}
      >
        {children}
      </FieldInputProps>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-meta text-fg-subtle">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 flex items-start gap-1.5 font-medium text-negative">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
