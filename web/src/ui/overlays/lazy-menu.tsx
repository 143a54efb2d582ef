import { cloneElement, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';

import { LazyPart } from '../lazy-part';

interface LazyMenuProps {
  /** A Button or an IconButton. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** Renders a component made with `lazyPart`: a Menu for this trigger, initially open. */
  children: (trigger: ReactElement) => ReactNode;
}

/** A button whose menu loads when it is first pressed. While it loads, the button is busy and keeps focus. */
export function LazyMenu({ trigger, children }: LazyMenuProps): ReactNode {
  const [isRequested, setIsRequested] = useState(false);
  if (!isRequested)
    return cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setIsRequested(true),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setIsRequested(true);
      },
    });
  return (
    <LazyPart
      fallback={cloneElement(trigger, { 'aria-busy': true, autoFocus: true })}
      onClose={() => setIsRequested(false)}
    >
      {children(trigger)}
    </LazyPart>
  );
}
