import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';

import { IconButton } from '../buttons/icon-button';
import { Input } from './input';

// Leaves space for the button.
const PADDING_STYLE = { paddingRight: '2.75rem' };

/** A field for a new password, with a button to reveal it. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'style'>): ReactNode {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <div className="relative">
      <Input
        {...props}
        type={isVisible ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        style={PADDING_STYLE}
      />
      <IconButton
        label={isVisible ? 'Hide password' : 'Show password'}
        className="absolute top-0 right-0"
        onClick={() => setIsVisible(!isVisible)}
      >
        {isVisible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  );
}
