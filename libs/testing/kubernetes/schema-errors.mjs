// Reads objects from stdin, and prints values that do not match the schemas published by Kubernetes and KEDA, as JSON.
// This is a separate program because the schemas are ES modules, which Jest does not load.
import { readFileSync } from 'node:fs';

const errors = [];
for (const object of JSON.parse(readFileSync(0, 'utf8'))) {
  const { apiVersion, kind, metadata } = object;
  const scope = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  const { [kind]: Kind } = await import(`${scope}/${apiVersion}`);
  try {
    if (Kind) new Kind(object).validate();
    else errors.push(`${apiVersion} has no ${kind}`);
  } catch (error) {
    errors.push(`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
console.log(JSON.stringify(errors));
