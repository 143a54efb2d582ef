import type { ComponentProps, ReactNode } from 'react';

import { IconButton } from '../buttons/icon-button';
import { Tooltip } from './tooltip';

interface TooltipButtonProps extends ComponentProps<typeof IconButton> {
  keys?: string;
  side?: ComponentProps<typeof Tooltip>['side'];
}

/** An icon button whose tooltip shows its label and keyboard shortcut. */
export function TooltipButton({ keys, side, ...button }: TooltipButtonProps): ReactNode {
  return (
    <Tooltip text={keys === undefined ? button.label : `${button.label} (${keys})`} side={side}>
      <IconButton aria-keyshortcuts={keys} {...button} />
    </Tooltip>
  );
}
