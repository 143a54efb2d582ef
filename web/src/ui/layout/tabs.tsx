import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: ReactNode; panel: ReactNode }[];
  /** With `onChange`, makes the tabs controlled, for example by the URL. */
  value?: string;
  onChange?: (id: string) => void;
}

export function Tabs({ label, tabs, value, onChange }: TabsProps): ReactNode {
  return (
    <Radix.Root defaultValue={tabs[0]?.id} value={value} onValueChange={onChange}>
      <Radix.List aria-label={label} className="-mx-1 flex flex-wrap gap-x-3 border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px h-10 shrink-0 rounded-t-chip border-b-2 border-transparent px-1 font-semibold text-fg-muted -outline-offset-2 transition-colors hover:text-fg data-[state=active]:border-primary data-[state=active]:text-fg forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight] pointer-coarse:h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-5">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
