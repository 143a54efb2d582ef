import type { NodeDescription, NodeProperty } from './node-descriptions';

/** A node in an exported workflow. */
export interface WorkflowNode {
  name: string;
  type: string;
  typeVersion: number;
  parameters: Record<string, unknown>;
  credentials?: Record<string, unknown>;
}

interface Scope {
  version: number;
  /** The node's top-level parameters, with defaults. */
  root: Record<string, unknown>;
  /** The checked parameter's siblings, with defaults. */
  siblings: Record<string, unknown>;
}

const TYPES: Record<string, string> = { boolean: 'boolean', number: 'number', string: 'string', dateTime: 'string' };

/** Returns the problems that n8n would have with a node, as sentences; empty if there are none. */
export function checkNode(node: WorkflowNode, descriptions: NodeDescription[]): string[] {
  const versions = descriptions.filter(({ name }) => `n8n-nodes-base.${name}` === node.type);
  const description = versions.find(({ version }) => [version].flat().includes(node.typeVersion));
  if (!description) return [`${node.type} has no version ${node.typeVersion}`];
  const { properties, credentials = [] } = description;
  const scope: Scope = { version: node.typeVersion, root: {}, siblings: {} };
  scope.root = scope.siblings = withDefaults(node.parameters, properties, scope);
  const knownCredentials = [
    ...credentials.filter((credential) => isShown(credential, scope)).map(({ name }) => name),
    scope.root.genericAuthType,
  ];
  return [
    ...checkParameters(node.parameters, properties, scope, ''),
    ...Object.keys(node.credentials ?? {})
      .filter((name) => !knownCredentials.includes(name))
      .map((name) => `it does not accept the credential ${name}`),
  ];
}

function checkParameters(
  parameters: Record<string, unknown>,
  properties: NodeProperty[],
  { version, root }: Omit<Scope, 'siblings'>,
  path: string,
): string[] {
  const siblings = path === '' ? root : withDefaults(parameters, properties, { version, root, siblings: {} });
  const scope: Scope = { version, root, siblings };
  const visibleProperties = properties.filter((property) => isShown(property, scope));
  const missingProperties = visibleProperties.filter(
    ({ required, name }) => required && [undefined, ''].includes(siblings[name] as string),
  );
  return [
    ...missingProperties.map(({ name }) => `${path}${name} is required`),
    ...Object.entries(parameters).flatMap(([name, value]) => {
      const candidates = visibleProperties.filter((property) => property.name === name);
      if (candidates.length === 0) return [`there is no parameter ${path}${name}`];
      const problems = candidates.map((property) => checkValue(value, property, scope, `${path}${name}`));
      return problems.find((list) => list.length === 0) ?? problems[0] ?? [];
    }),
  ];
}

function checkValue(value: unknown, property: NodeProperty, scope: Scope, path: string): string[] {
  const { type = '', options = [], typeOptions } = property;
  if (typeof value === 'string' && value.startsWith('=')) return []; // an expression
  if (type === 'options')
    return typeOptions?.loadOptionsMethod || options.some((choice) => choice.value === value)
      ? []
      : [`${path} has no choice ${JSON.stringify(value)}`];
  if (type === 'collection') return checkParameters(value as Record<string, unknown>, options, scope, `${path}.`);
  if (type === 'fixedCollection')
    return Object.entries(value as Record<string, unknown>).flatMap(([name, entries]) => {
      const choice = options.find((option) => option.name === name);
      if (!choice?.values) return [`there is no parameter ${path}.${name}`];
      if (Array.isArray(entries) !== (typeOptions?.multipleValues ?? false))
        return [`${path}.${name} must ${typeOptions?.multipleValues ? 'be a list' : 'not be a list'}`];
      const { values } = choice;
      return [entries]
        .flat()
        .flatMap((entry) => checkParameters(entry as typeof scope.root, values, scope, `${path}.`));
    });
  const expected = TYPES[type];
  return expected === undefined || typeof value === expected ? [] : [`${path} is not a ${type}`];
}

/**
 * Returns the parameters plus the defaults of visible parameters. Computes them twice, because visibility depends on
 * defaults.
 */
function withDefaults(
  parameters: Record<string, unknown>,
  properties: NodeProperty[],
  scope: Scope,
): Record<string, unknown> {
  const isTopLevel = scope.siblings === scope.root;
  let result = parameters;
  for (let pass = 0; pass < 2; pass += 1) {
    const siblings = result;
    const visibleProperties = properties.filter((property) =>
      isShown(property, { ...scope, siblings, root: isTopLevel ? siblings : scope.root }),
    );
    result = {
      ...Object.fromEntries(visibleProperties.map(({ name, default: value }) => [name, value])),
      ...parameters,
    };
  }
  return result;
}

function isShown({ displayOptions: { show, hide } = {} }: Pick<NodeProperty, 'displayOptions'>, scope: Scope): boolean {
  const isMet = ([name, allowed]: [string, unknown[]]): boolean => {
    const value = resolveValue(name, scope);
    return allowed.some((candidate) =>
      isCondition(candidate) ? meetsCondition(candidate._cnd, value as number) : candidate === value,
    );
  };
  return Object.entries(show ?? {}).every(isMet) && !Object.entries(hide ?? {}).some(isMet);
}

function resolveValue(name: string, { version, root, siblings }: Scope): unknown {
  if (name === '@version') return version;
  return name.startsWith('/') ? root[name.slice(1)] : siblings[name];
}

const isCondition = (value: unknown): value is { _cnd: Record<string, unknown> } =>
  typeof value === 'object' && value !== null && '_cnd' in value;

function meetsCondition(condition: Record<string, unknown>, value: number): boolean {
  return Object.entries(condition).every(([operator, limit]) => {
    switch (operator) {
      case 'eq':
        return value === limit;
      case 'not':
        return value !== limit;
      case 'gte':
        return value >= Number(limit);
      case 'gt':
        return value > Number(limit);
      case 'lte':
        return value <= Number(limit);
      case 'lt':
        return value < Number(limit);
      default:
        throw new Error(`n8n uses a condition that this test does not support: ${operator}`);
    }
  });
}
