import type { ReactNode } from 'react';

import { browserLocation } from '../../lib/browser/browser-location';
import { Card } from '../../ui/layout/card';
import { claudeCodeCommand, claudeDesktopConfig, codexConfig, mcpUrl, openAiExample } from './assistant-recipes';
import { CopyableCode } from './copyable-code';
import { DOCS_COPY } from './docs-copy';

const COPY = DOCS_COPY.assistants;

const RECIPES = [
  { name: 'Claude Code', thing: 'Command', code: claudeCodeCommand, explanation: COPY.claudeCode },
  { name: 'Claude Desktop', thing: 'Configuration', code: claudeDesktopConfig, explanation: COPY.claudeDesktop },
  { name: 'ChatGPT (Codex)', thing: 'Configuration', code: codexConfig, explanation: COPY.codex },
  { name: 'OpenAI API', thing: 'curl example', code: openAiExample, explanation: COPY.openAi },
  { name: 'n8n', thing: 'Endpoint', code: mcpUrl, explanation: COPY.n8n },
];

export function Assistants(): ReactNode {
  const origin = browserLocation.origin();
  return (
    <Card title={COPY.title} subtitle={COPY.subtitle}>
      <p className="max-w-[75ch] text-fg-muted">{COPY.token}</p>
      <div className="gap-6 lg:columns-2">
        {RECIPES.map(({ name, thing, code, explanation }) => (
          <div key={name} className="flow-root break-inside-avoid">
            <CopyableCode heading={name} label={name} thing={thing} text={code(origin)} />
            <p className="mt-2 text-fg-muted">{explanation}</p>
          </div>
        ))}
      </div>
    </Card>
  );
}
