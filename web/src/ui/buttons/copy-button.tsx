import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';

import { COPY } from '../../lib/copy';
import { toast } from '../../lib/messages/toast-store';
import { Button } from './button';

const COPIED_NOTICE_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** Completes "{subject} copied to clipboard". */
  subject: string;
  /** Element whose text is selected if the browser blocks copying. */
  textRef?: RefObject<HTMLElement | null>;
  /** Button text to use instead of "Copy". */
  label?: string;
}

export function CopyButton({ text, subject, textRef, label }: CopyButtonProps): ReactNode {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (): Promise<void> => {
    const hasCopied = await copyText(text);
    setIsCopied(hasCopied);
    if (hasCopied) return toast(COPY.copied(subject));
    if (textRef?.current) window.getSelection()?.selectAllChildren(textRef.current);
    toast({
      title: "Couldn't copy",
      description: textRef
        ? 'The text is selected. Press Ctrl+C, or ⌘C on a Mac.'
        : 'Select the text and press Ctrl+C, or ⌘C on a Mac.',
      tone: 'danger',
    });
  };

  return (
    <Button variant="outline" size="sm" aria-label={label ?? `Copy ${subject}`} onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? 'Copied' : (label ?? 'Copy')}
    </Button>
  );
}

/** Returns false if the browser blocks copying or has no clipboard, such as on pages without HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
