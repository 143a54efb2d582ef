import { Search, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { useShortcut } from '../../lib/browser/shortcuts';
import { IconButton } from '../buttons/icon-button';
import { Input } from './input';

// Leaves space for the icon, and for the button when shown.
const PADDING_STYLE = { empty: { paddingInlineStart: '2.25rem' }, filled: { paddingInline: '2.25rem 2.75rem' } };

interface SearchBoxProps {
  /** The accessible name, which is also the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Filters a list as the user types. The `/` key focuses it. */
export function SearchBox({ label, value, onChange }: SearchBoxProps): ReactNode {
  const inputRef = useRef<HTMLInputElement>(null);
  useShortcut({ key: '/' }, () => inputRef.current?.focus());
  const clear = (): void => {
    onChange('');
    inputRef.current?.focus();
  };
  return (
    <div className="relative w-full sm:w-72">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-fg-subtle"
      />
      <Input
        ref={inputRef}
        type="text"
        role="searchbox"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        style={value === '' ? PADDING_STYLE.empty : PADDING_STYLE.filled}
      />
      {value !== '' && (
        <IconButton label="Clear search" className="absolute top-0 right-0" onClick={clear}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
