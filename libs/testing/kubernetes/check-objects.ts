import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import * as ts from 'typescript';

import type { KubernetesObject } from './render-overlay';

const ROOT = join(__dirname, '../../..');
const FILE = join(ROOT, 'libs/testing/kubernetes/objects.virtual.ts');

// The published schemas as types, which cover every field.
const getTypeModule = (apiVersion: string): string =>
  apiVersion.startsWith('keda.sh/') ? `@kubernetes-models/keda/${apiVersion}` : `kubernetes-models/${apiVersion}`;

/** Returns values that don't match the published schemas, as sentences; `findUnknownFields` returns unknown fields. */
export function findSchemaErrors(objects: KubernetesObject[]): string[] {
  const input = JSON.stringify(objects);
  const output = execFileSync(process.execPath, [join(__dirname, 'schema-errors.mjs')], { input, encoding: 'utf8' });
  return JSON.parse(output) as string[];
}

/** Returns unknown and missing fields per the published schemas, as reported by the TypeScript compiler. */
export function findUnknownFields(objects: KubernetesObject[]): string[] {
  const source = objects
    .map(({ apiVersion, kind, ...rest }, index) => {
      const type = `import('${getTypeModule(apiVersion)}').I${kind}`;
      return `export const object${index}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest })};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (name) => name === FILE || ts.sys.fileExists(name);
  host.getSourceFile = (name, language, ...rest) =>
    name === FILE ? ts.createSourceFile(name, source, language) : getSourceFile(name, language, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([FILE], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
