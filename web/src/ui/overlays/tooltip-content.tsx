import { Tooltip as Radix } from 'radix-ui';
import { useImperativeHandle, type ReactNode, type Ref } from 'react';

export interface TooltipContentProps {
  /** ID of the element with the text, for `aria-describedby`. */
  id: string;
  trigger: HTMLElement;
  text: ReactNode;
  side: 'top' | 'right' | 'bottom' | 'left';
  onClose: () => void;
}

/** An open tooltip's text. Closes on Escape, on scrolling, and when the pointer leaves the trigger and the text. */
export function TooltipContent({ id, trigger, text, side, onClose }: TooltipContentProps): ReactNode {
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={onClose}>
        <Radix.Trigger asChild>
          <ExistingElement element={trigger} />
        </Radix.Trigger>
        {/* In a portal at the end of `<main>` instead of the body, because all content must be inside a landmark. */}
        <Radix.Portal container={document.getElementById('main')}>
          <Radix.Content
            id={id}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-[18rem] animate-fade rounded-control border border-transparent bg-fg px-2.5 py-1.5 text-meta font-medium text-bg"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

// Adapts an element that is already on the page for Radix.
function ExistingElement({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }): null {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
