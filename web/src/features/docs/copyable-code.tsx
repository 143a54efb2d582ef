import { useRef, type ReactNode } from 'react';

import { CopyButton } from '../../ui/buttons/copy-button';
import { CodeBlock } from './code-block';

interface CopyableCodeProps {
  heading: string;
  label: string;
  subject: string;
  text: string;
}

export function CopyableCode({ heading, label, subject, text }: CopyableCodeProps): ReactNode {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div>
      <div className="mt-5 mb-2 flex items-end justify-between gap-3">
        <h3 className="text-ui">{heading}</h3>
        <CopyButton text={text} subject={subject} textRef={code} />
      </div>
      <CodeBlock ref={code} label={label} text={text} />
    </div>
  );
}
