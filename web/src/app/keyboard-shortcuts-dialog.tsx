import { Fragment, type ReactNode } from 'react';

import { commandKey } from '../lib/browser/shortcuts';
import { SIDEBAR, TOAST } from '../lib/constants';
import { Dialog } from '../ui/overlays/dialog';

// Alternative key combinations, each a list of keys pressed together.
type Keys = readonly (readonly string[])[];

const COMMAND = commandKey();
const GROUPS: readonly { title: string; shortcuts: readonly (readonly [string, Keys])[] }[] = [
  {
    title: 'On every page',
    shortcuts: [
      ['Show or hide the sidebar', [[COMMAND, SIDEBAR.shortcut.toUpperCase()]]],
      ['Search and jump', [[COMMAND, 'K']]],
      ['Search this list', [['/']]],
      ['Jump to the notification', [[TOAST.hotkey]]],
      ['Show shortcuts', [['?']]],
    ],
  },
  {
    title: 'In follow-ups',
    shortcuts: [
      ['Next or previous customer', [['J'], ['K']]],
      ['Show details in the list', [['O']]],
      ['Open', [['Enter']]],
      ['Take', [['T']]],
      ['Done', [['E']]],
      ['Snooze', [['S']]],
      ['Add a note', [['N']]],
      ['Back to the list', [['Esc']]],
    ],
  },
  {
    title: 'On a call',
    shortcuts: [
      ['Play or pause', [['Space'], ['K']]],
      ['Back or forward 10 seconds', [['J'], ['L']]],
      ['Back or forward 5 seconds', [['←'], ['→']]],
      [
        'Previous or next call',
        [
          ['Shift', 'P'],
          ['Shift', 'N'],
        ],
      ],
      ['Previous or next line of the transcript', [['↑'], ['↓']]],
      ['Close the call', [['Esc']]],
    ],
  },
];

// The shortcuts are handled in use-sidebar.ts, shell.tsx, use-call-keys.ts, call-page.tsx, transcript.tsx,
// use-list-keys.ts and use-action-keys.ts of follow-ups, the search fields and the toaster.
export function KeyboardShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Shortcuts without Ctrl or ⌘ are off while you're typing."
      width={448}
    >
      <div className="grid gap-6">
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="text-body">{title}</h3>
            <dl className="mt-2 divide-y">
              {shortcuts.map(([label, keys]) => (
                <div key={label} className="flex items-center justify-between gap-4 py-2.5">
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 items-center gap-1.5 text-fg-muted">
                    {keys.map((combination, index) => (
                      <Fragment key={combination.join('+')}>
                        {index > 0 && 'or'}
                        <span className="flex items-center gap-1">
                          {combination.map((key) => (
                            <Key key={key} name={key} />
                          ))}
                        </span>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Key({ name }: { name: string }): ReactNode {
  return (
    <kbd className="min-w-7 rounded-chip border bg-sunken px-1.5 py-0.5 text-center font-sans font-semibold text-fg">
      {name}
    </kbd>
  );
}
