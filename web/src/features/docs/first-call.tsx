import type { ReactNode } from 'react';

import { browserLocation } from '../../lib/browser-location';
import { Card } from '../../ui/card';
import { CopyableCode } from './copyable-code';
import { curlExample, nodeExample, verifyExample } from './examples';

/** Workflows that n8n can import; the build puts them beside the page. */
const TEMPLATES = [
  { file: 'send-and-wait.json', text: 'Send a recording and wait for the callback' },
  {
    file: 'send-and-poll.json',
    text: 'Send a recording and ask for the result, when your n8n cannot be reached from outside',
  },
  { file: 'post-usage.json', text: 'Post usage' },
];

/** The main job from end to end, ready to be copied. */
export function FirstCall(): ReactNode {
  const origin = browserLocation.origin();
  return (
    <Card
      title="Your first call"
      subtitle="Send a recording, wait for the result. A call is processed in the background, so it takes two requests, or a request and a callback."
    >
      <div className="grid gap-x-6 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
        <CopyableCode heading="curl" label="First call with curl" thing="curl example" text={curlExample(origin)} />
        <div>
          <h3 className="mt-5 mb-2 text-ui">n8n</h3>
          <p className="text-fg-muted">
            Download a workflow and import it in n8n with “Import from File”. Then make a credential of the type Bearer
            Auth with your token, choose it in the HTTP nodes, and put the base URL above into the node “Settings”.
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
        <CopyableCode heading="Node" label="First call with Node" thing="Node example" text={nodeExample(origin)} />
        <CopyableCode
          heading="Node: check a callback or webhook"
          label="Checking a signature with Node"
          thing="Node example"
          text={verifyExample()}
        />
      </div>
    </Card>
  );
}
