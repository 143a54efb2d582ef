import { ChevronDown } from 'lucide-react';
import { Accordion as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

// At most one item is open.
export function Accordion({ children, className }: { children: ReactNode; className?: string }): ReactNode {
  return (
    <Radix.Root type="single" collapsible className={className}>
      {children}
    </Radix.Root>
  );
}

interface AccordionItemProps {
  id: string;
  heading: ReactNode;
  children: ReactNode;
  /** Keeps closed content in the DOM, for search engines. */
  keepMounted?: boolean;
}

export function AccordionItem({ id, heading, children, keepMounted }: AccordionItemProps): ReactNode {
  return (
    <Radix.Item value={id} className="border-b">
      <Radix.Header className="font-sans">
        <Radix.Trigger className="group flex min-h-11 w-full items-center justify-between gap-4 py-4 text-left text-prose font-semibold transition-colors hover:text-primary">
          {heading}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-fg-subtle transition-transform duration-200 group-data-[state=open]:rotate-180"
          />
        </Radix.Trigger>
      </Radix.Header>
      <Radix.Content
        forceMount={keepMounted || undefined}
        className="overflow-hidden data-[state=closed]:animate-fold data-[state=open]:animate-unfold data-kept:data-[state=closed]:hidden"
        data-kept={keepMounted || undefined}
      >
        <div className="pb-5">{children}</div>
      </Radix.Content>
    </Radix.Item>
  );
}
