import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';

import { COPY } from '../../lib/copy';
import { toast } from '../../lib/messages/toast-store';
import { Button } from './button';

const COPIED_SHOWN_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** Completes "{thing} copied to clipboard". */
  subject: string;
  /** Element with the text, which gets selected if the browser blocks copying. */
  shownIn?: RefObject<HTMLElement | null>;
  /** Button text to use instead of "Copy". */
  label?: string;
}

export function CopyButton({ text, subject, shownIn, label }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    const done = await copyText(text);
    setCopied(done);
    if (done) return toast(COPY.copied(subject));
    if (shownIn?.current) window.getSelection()?.selectAllChildren(shownIn.current);
    toast({
      title: "Couldn't copy",
      description: shownIn
        ? 'The text is selected. Press Ctrl+C, or ⌘C on a Mac.'
        : 'Select the text and press Ctrl+C, or ⌘C on a Mac.',
      tone: 'danger',
    });
  };

  return (
    <Button variant="outline" size="sm" aria-label={label ?? `Copy ${subject}`} onClick={() => void copy()}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {copied ? 'Copied' : (label ?? 'Copy')}
    </Button>
  );
}

/** Returns false if the browser blocks copying or has no clipboard, as on pages without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
