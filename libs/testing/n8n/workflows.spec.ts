import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { checkNode, type WorkflowNode } from './check-node';
import { loadNodeDescriptions, type NodeDescription } from './node-descriptions';

interface Workflow {
  nodes: WorkflowNode[];
  connections: Record<string, Record<string, ({ node: string }[] | null)[]>>;
}

const readWorkflow = (file: string): Workflow => JSON.parse(readFileSync(`n8n/${file}`, 'utf8')) as Workflow;

describe('n8n workflows, checked against n8n’s own node descriptions', () => {
  let descriptions: NodeDescription[];
  beforeAll(async () => {
    descriptions = await loadNodeDescriptions();
  });

  it.each(readdirSync('n8n'))('%s only has types, versions, parameters and credentials that n8n supports', (file) => {
    const { nodes, connections } = readWorkflow(file);
    const problems = nodes.flatMap((node) =>
      checkNode(node, descriptions).map((problem) => `${node.name}: ${problem}`),
    );
    expect(problems).toEqual([]);
    const names = nodes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const targets = Object.values(connections).flatMap((outputs) =>
      Object.values(outputs)
        .flat(2)
        .map((end) => end?.node),
    );
    expect([...Object.keys(connections), ...targets].filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });

  it('send-and-wait.json names the call and the reason if no callback arrives', () => {
    const { nodes } = readWorkflow('send-and-wait.json');
    const noResultNode = nodes.find(({ name }) => name === 'No result')!;
    const { assignments } = noResultNode.parameters['assignments'] as {
      assignments: { name: string; value: string }[];
    };
    const evaluate = ($json: object): object =>
      Object.fromEntries(
        assignments.map(({ name, value }) => [
          name,
          runInNewContext(value.slice('={{'.length, -'}}'.length), { $json }),
        ]),
      );
    expect(evaluate({ body: { data: { id: 'c1', state: 'failed', error: { message: 'No audio.' } } } })).toEqual({
      id: 'c1',
      state: 'failed',
      message: 'No audio.',
    });
    // After the time limit, n8n continues with the response to the recording.
    expect(evaluate({ id: 'c1', state: 'queued' })).toEqual({
      id: 'c1',
      state: 'queued',
      message: 'No callback within two hours.',
    });
  });

  it('reports what n8n does not support', () => {
    const sendNode = readWorkflow('send-and-wait.json').nodes.find(({ name }) => name === 'Send the recording');
    if (!sendNode) throw new Error('The workflow has no such node.');
    const checkWith = (change: Partial<WorkflowNode>): string[] => checkNode({ ...sendNode, ...change }, descriptions);
    const checkWithParameters = (parameters: object) =>
      checkWith({ parameters: { ...sendNode.parameters, ...parameters } });
    expect(checkWith({ typeVersion: 4.9 })).toEqual(['n8n-nodes-base.httpRequest has no version 4.9']);
    expect(checkWith({ type: 'n8n-nodes-base.httpRequests' })).toHaveLength(1);
    expect(checkWith({ credentials: { slackApi: {} } })).toEqual(['it does not accept the credential slackApi']);
    expect(checkWithParameters({ methods: 'POST' })).toEqual(['there is no parameter methods']);
    expect(checkWithParameters({ method: 'SEND' })).toEqual(['method has no choice "SEND"']);
    expect(checkWithParameters({ url: '' })).toEqual(['url is required']);
    expect(checkWithParameters({ sendBody: 'yes' })).toContain('sendBody is not a boolean');
    expect(checkWithParameters({ options: { timeouts: 1 } })).toEqual(['there is no parameter options.timeouts']);
    expect(checkWithParameters({ specifyBody: 'json' })).toEqual(['there is no parameter specifyBody']); // not with multipart-form-data
  });
});
