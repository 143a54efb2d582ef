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

  const readSettings = (): object => ({ first: () => ({ json: { baseUrl: 'https://calls.example.com' } }) });

  function readAssignments(file: string, nodeName: string): ($json: object) => object {
    const node = readWorkflow(file).nodes.find(({ name }) => name === nodeName)!;
    const { assignments } = node.parameters['assignments'] as { assignments: { name: string; value: string }[] };
    return ($json) =>
      Object.fromEntries(
        assignments.map(({ name, value }) => [
          name,
          runInNewContext(value.slice('={{'.length, -'}}'.length), { $json, $: readSettings }),
        ]),
      );
  }

  it('send-and-poll.json names the reason if there is no result', () => {
    const evaluate = readAssignments('send-and-poll.json', 'Result');
    const values = { id: 'c1', label: '', summary: '', page: 'https://calls.example.com/calls/c1' };
    const failedCall = { id: 'c1', state: 'failed', skipMessage: null, error: { message: 'No audio.' }, result: null };
    expect(evaluate(failedCall)).toEqual({ ...values, state: 'failed', message: 'No audio.' });
    const skippedCall = { id: 'c1', state: 'skipped', skipMessage: 'Too short.', error: null, result: null };
    expect(evaluate(skippedCall)).toEqual({ ...values, state: 'skipped', message: 'Too short.' });
  });

  it('send-and-poll.json polls until the call has ended and its summary is written', () => {
    const node = readWorkflow('send-and-poll.json').nodes.find(({ name }) => name === 'Is it finished?')!;
    const { conditions } = node.parameters['conditions'] as { conditions: [{ leftValue: string }] };
    const isFinished = ($json: object): unknown =>
      runInNewContext(conditions[0].leftValue.slice('={{'.length, -'}}'.length), { $json });
    expect(isFinished({ state: 'queued', isWriting: false })).toBe(false);
    expect(isFinished({ state: 'completed', isWriting: true })).toBe(false);
    expect(isFinished({ state: 'completed', isWriting: false })).toBe(true);
    expect(isFinished({ state: 'failed', isWriting: false })).toBe(true);
  });

  it('send-and-wait.json names the call and the reason if no callback arrives', () => {
    const evaluate = readAssignments('send-and-wait.json', 'No result');
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
    const checkChangedNode = (change: Partial<WorkflowNode>): string[] =>
      checkNode({ ...sendNode, ...change }, descriptions);
    const checkChangedParameters = (parameters: object) =>
      checkChangedNode({ parameters: { ...sendNode.parameters, ...parameters } });
    expect(checkChangedNode({ typeVersion: 4.9 })).toEqual(['n8n-nodes-base.httpRequest has no version 4.9']);
    expect(checkChangedNode({ type: 'n8n-nodes-base.httpRequests' })).toHaveLength(1);
    expect(checkChangedNode({ credentials: { slackApi: {} } })).toEqual(['it does not accept the credential slackApi']);
    expect(checkChangedParameters({ methods: 'POST' })).toEqual(['there is no parameter methods']);
    expect(checkChangedParameters({ method: 'SEND' })).toEqual(['method has no choice "SEND"']);
    expect(checkChangedParameters({ url: '' })).toEqual(['url is required']);
    expect(checkChangedParameters({ sendBody: 'yes' })).toContain('sendBody is not a boolean');
    expect(checkChangedParameters({ options: { timeouts: 1 } })).toEqual(['there is no parameter options.timeouts']);
    expect(checkChangedParameters({ specifyBody: 'json' })).toEqual(['there is no parameter specifyBody']); // not with multipart-form-data
  });
});
