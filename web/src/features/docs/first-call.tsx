import type { ReactNode } from 'react';

import { browserLocation } from '../../lib/browser/browser-location';
import { Card } from '../../ui/layout/card';
import { CopyableCode } from './copyable-code';
import { curlExample, nodeExample, verificationExample } from './examples';

// n8n workflows, copied to `/n8n` by the build.
const TEMPLATES = [
  { file: 'send-and-wait.json', text: 'Send a recording and wait for the callback' },
  {
    file: 'send-and-poll.json',
    text: "Send a recording and poll for the result, if your n8n server isn't reachable from the internet",
  },
  { file: 'follow-up-task.json', text: 'Create a task in another system for each follow-up' },
  { file: 'post-usage.json', text: 'Post usage' },
];

export function FirstCall(): ReactNode {
  const origin = browserLocation.origin();
  return (
    <Card
      title="Your first call"
      subtitle={
        'Send a recording and wait for the result. Calls are processed in the background, ' +
        'so this takes two requests, or one request and a callback.'
      }
    >
      <div className="grid gap-x-6 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
        <CopyableCode heading="curl" label="First call with curl" subject="curl example" text={curlExample(origin)} />
        <div>
          <h3 className="mt-5 mb-2 text-ui">n8n</h3>
          <p className="text-fg-muted">
            Download a workflow and import it into n8n with “Import from File”. Then create a Bearer Auth credential
            with your token, select it in the HTTP nodes, and enter the base URL above in the “Settings” node.
          </p>
          <ul className="mt-3 grid gap-2">
            {TEMPLATES.map(({ file, text }) => (
              <li key={file}>
                <a className="font-semibold text-primary underline underline-offset-2" href={`/n8n/${file}`} download>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <CopyableCode heading="Node" label="First call with Node" subject="Node example" text={nodeExample(origin)} />
        <CopyableCode
          heading="Node: check a callback or webhook"
          label="Checking a signature with Node"
          subject="Node example"
          text={verificationExample()}
        />
      </div>
    </Card>
  );
}
